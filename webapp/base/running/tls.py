"""Terminates TLS in front of an HTTP server: decrypts connections and forwards them byte for byte.

For a laptop in a pizzeria; a club has its nginx.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import ssl
import threading
from contextlib import suppress
from pathlib import Path

from webapp.base.running.authority import addresses, certificates

HANDSHAKE_SECONDS = 10
"""Seconds after which an unfinished TLS handshake is aborted."""
CHUNK = 64 * 1024
"""Bytes forwarded at a time."""

log = logging.getLogger(__name__)


class Front:
    """Listens for HTTPS on a socket and forwards to the address `behind` in plain HTTP, in its own thread."""

    def __init__(self, opened: socket.socket, behind: tuple[str, int], directory: Path) -> None:
        """Load a certificate for the addresses of this machine from `directory` (`authority`)."""
        self._opened, self._behind = opened, behind
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._context.minimum_version = ssl.TLSVersion.TLSv1_2
        certificate, self.authority = certificates(directory, addresses())
        self._context.load_cert_chain(certificate)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="https", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(2)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.set_exception_handler(lambda _loop, what: log.debug("HTTPS: %s", what.get("exception") or what))
        self._task = self._loop.create_task(self._listen())
        self._loop.run_forever()

    async def _listen(self) -> None:
        server = await asyncio.start_server(
            self._pass_on, sock=self._opened, ssl=self._context, ssl_handshake_timeout=HANDSHAKE_SECONDS, limit=CHUNK
        )
        async with server:
            await server.serve_forever()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Forward in both directions until either side closes."""
        try:
            inner_reader, inner_writer = await asyncio.open_connection(*self._behind, limit=CHUNK)
        except OSError:
            writer.close()
            return
        ways = [_copy(reader, inner_writer), _copy(inner_reader, writer)]
        await asyncio.wait([asyncio.ensure_future(way) for way in ways], return_when=asyncio.FIRST_COMPLETED)
        for each in (writer, inner_writer):
            each.close()


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError, asyncio.IncompleteReadError):
        while data := await reader.read(CHUNK):
            writer.write(data)
            await writer.drain()
