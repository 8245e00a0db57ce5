"""HTTPS of `serve --https`, for a laptop in a pizzeria: the certificates, and TLS before the HTTP server.

A certificate authority of this machine, which phones are told to trust, signs a certificate at each start for the
addresses that the machine has. Keys and certificates lie in the data directory, readable only by their owner, and in no
backup. Name constraints (RFC 5280, 4.2.1.10) limit the authority to private networks, so a stolen key cannot
impersonate a bank.
"""

import asyncio
import ipaddress
import logging
import socket
import ssl
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

HANDSHAKE_SECONDS = 10
"""Seconds after which an unfinished TLS handshake is aborted."""
CHUNK = 64 * 1024
"""Bytes forwarded at a time."""

log = logging.getLogger(__name__)


class TlsProxy:
    """Listens for HTTPS on a socket and forwards, decrypted, to the address `behind`."""

    def __init__(self, opened: socket.socket, behind: tuple[str, int], directory: Path) -> None:
        """Load a certificate for the addresses of this machine from `directory`."""
        self._opened, self._behind = opened, behind
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._context.minimum_version = ssl.TLSVersion.TLSv1_2
        certificate, self.authority = certificates(directory, addresses())
        self._context.load_cert_chain(certificate)

    def run(self) -> None:
        """Forward until the process ends."""
        asyncio.run(self._listen())

    async def _listen(self) -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _loop, what: log.debug("HTTPS: %s", what.get("exception") or what))
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


AUTHORITY, AUTHORITY_KEY = "authority.pem", "authority.key"
SERVER = "https.pem"
"""The server's certificate and its key."""
AUTHORITY_DAYS, SERVER_DAYS = 3650, 365
"""Days of validity of authority and server certificate; iOS rejects server certificates of more than 825."""
EARLIER = timedelta(days=1)
"""Certificates are valid from a day before, because clocks of phones differ."""
PRIVATE = tuple(
    ipaddress.ip_network(each)
    for each in (
        *("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "169.254.0.0/16", "127.0.0.0/8"),
        *("fc00::/7", "fe80::/10", "::1/128"),
    )
)
NAMES = ("localhost", "local")
"""With this machine's name and `PRIVATE`, the only domains and networks for which the authority is trusted."""

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


ELSEWHERE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Documentation addresses: only their route is looked up, nothing is sent."""


def own_address(family: socket.AddressFamily = socket.AF_INET) -> str | None:
    """This machine's address on the network of its default route; None if there is none."""
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect((ELSEWHERE[family], 9))
        return str(probe.getsockname()[0])
    return None


def addresses() -> frozenset[Address]:
    """The private addresses of this machine."""
    found: set[str] = {"127.0.0.1", "::1"}
    with suppress(OSError, UnicodeError):  # its name may be invalid as a host name
        found |= {str(each[4][0]).partition("%")[0] for each in socket.getaddrinfo(socket.gethostname(), None)}
    found |= {place.partition("%")[0] for family in ELSEWHERE if (place := own_address(family))}
    all_of_them = {ipaddress.ip_address(each) for each in found}
    return frozenset(each for each in all_of_them if any(each in network for network in PRIVATE))


def certificates(directory: Path, wanted: frozenset[Address]) -> tuple[Path, bytes]:
    """The file with a new certificate for the addresses `wanted` and its key, and the authority for phones (DER)."""
    authority, key = _authority(directory)
    _issue(directory / SERVER, authority, key, wanted)
    return directory / SERVER, authority.public_bytes(serialization.Encoding.DER)


def _authority(directory: Path) -> tuple[x509.Certificate, ec.EllipticCurvePrivateKey]:
    """The authority of this directory; it stays the same for years, since phones trust exactly this one."""
    certificate, key = directory / AUTHORITY, directory / AUTHORITY_KEY
    if certificate.exists() and key.exists():
        made = x509.load_pem_x509_certificate(certificate.read_bytes())
        read = serialization.load_pem_private_key(key.read_bytes(), None)
        if isinstance(read, ec.EllipticCurvePrivateKey) and made.not_valid_after_utc > _now() + timedelta(SERVER_DAYS):
            return made, read
    secret = ec.generate_private_key(ec.SECP256R1())
    name = _name(f"Settebello ({socket.gethostname()})")
    permitted: list[x509.GeneralName] = [x509.IPAddress(each) for each in PRIVATE]
    permitted += [x509.DNSName(each) for each in (*NAMES, *_own_names())]
    made = (
        _builder(name, name, secret.public_key(), AUTHORITY_DAYS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs=True), critical=True)
        .add_extension(x509.NameConstraints(permitted, None), critical=True)
        .sign(secret, hashes.SHA256())
    )
    _write(certificate, made.public_bytes(serialization.Encoding.PEM))
    _write(key, _pem(secret))
    return made, secret


def _issue(
    file: Path, authority: x509.Certificate, signing: ec.EllipticCurvePrivateKey, wanted: frozenset[Address]
) -> None:
    secret = ec.generate_private_key(ec.SECP256R1())
    local = [f"{name}.local" for name in _own_names()]
    names: list[x509.GeneralName] = [x509.DNSName(each) for each in dict.fromkeys(("localhost", *_own_names(), *local))]
    names += [x509.IPAddress(each) for each in sorted(wanted, key=str)]
    made = (
        _builder(_name("Settebello"), authority.subject, secret.public_key(), SERVER_DAYS)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(signs=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .sign(signing, hashes.SHA256())
    )
    _write(file, _pem(secret) + made.public_bytes(serialization.Encoding.PEM))


def _own_names() -> list[str]:
    """The host names of this machine as browsers send them; empty if its name is not valid."""
    with suppress(UnicodeError):
        return [socket.gethostname().encode("idna").decode()]
    return []


def _builder(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePublicKey, days: int
) -> x509.CertificateBuilder:
    builder = x509.CertificateBuilder().subject_name(subject).issuer_name(issuer).public_key(key)
    begin = _now() - EARLIER
    builder = builder.serial_number(x509.random_serial_number()).not_valid_before(begin)
    builder = builder.not_valid_after(begin + timedelta(days))
    return builder.add_extension(x509.SubjectKeyIdentifier.from_public_key(key), critical=False)


def _usage(*, signs: bool) -> x509.KeyUsage:
    return x509.KeyUsage(not signs, False, False, False, False, signs, signs, False, False)


def _name(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text[:64])])


def _pem(key: ec.EllipticCurvePrivateKey) -> bytes:
    pem, plain = serialization.Encoding.PEM, serialization.NoEncryption()
    return key.private_bytes(pem, serialization.PrivateFormat.PKCS8, plain)


def _now() -> datetime:
    return datetime.now(UTC)


def _write(path: Path, data: bytes) -> None:
    """Write a file that only its owner can read, replacing an older one."""
    fresh = path.with_suffix(".new")
    fresh.unlink(missing_ok=True)
    fresh.touch(0o600, exist_ok=False)
    fresh.write_bytes(data)
    fresh.replace(path)
