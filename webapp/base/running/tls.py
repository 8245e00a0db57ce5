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
LOOK_SECONDS = 30
"""Seconds between two checks whether this machine's addresses have changed, as on another network."""
CHUNK = 64 * 1024
"""Bytes forwarded at a time."""

log = logging.getLogger(__name__)


class Front:
    """Listens for HTTPS on a socket and forwards to the address `behind` in plain HTTP, in its own thread."""

    def __init__(self, opened: socket.socket, behind: tuple[str, int], directory: Path) -> None:
        """Load the certificates from `directory` (`authority`)."""
        self._opened, self._behind, self._directory = opened, behind, directory
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._context.minimum_version = ssl.TLSVersion.TLSv1_2
        self.authority = self._load()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="https", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(2)

    def _load(self) -> bytes:
        """Load a certificate for the current addresses; it applies to new connections. Returns the authority (DER)."""
        self._addresses = addresses()
        certificate, authority = certificates(self._directory, self._addresses)
        self._context.load_cert_chain(certificate)
        return authority

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.set_exception_handler(lambda _loop, what: log.debug("HTTPS: %s", what.get("exception") or what))
        self._tasks = [self._loop.create_task(each) for each in (self._listen(), self._look())]
        self._loop.run_forever()

    async def _listen(self) -> None:
        server = await asyncio.start_server(
            self._pass_on, sock=self._opened, ssl=self._context, ssl_handshake_timeout=HANDSHAKE_SECONDS, limit=CHUNK
        )
        async with server:
            await server.serve_forever()

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            if addresses() != self._addresses:
                try:
                    self._load()
                except OSError as error:
                    log.warning("No certificate for the new address: %s", error)

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
