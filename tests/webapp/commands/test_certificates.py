"""The authority of `serve --https`: made once, for private networks alone, its keys for their owner's eyes only."""

import ipaddress
import socket
from pathlib import Path

import pytest
from cryptography import x509

from webapp.commands.serve import https
from webapp.commands.serve.https import AUTHORITY, AUTHORITY_KEY, SERVER, certificates

HOME = frozenset({ipaddress.ip_address("127.0.0.1"), ipaddress.ip_address("192.168.1.5")})
PIZZERIA = HOME | {ipaddress.ip_address("10.0.0.7")}


def read(path: Path) -> x509.Certificate:
    return x509.load_pem_x509_certificate(path.read_bytes())


def test_only_their_owner_reads_the_files(tmp_path: Path) -> None:
    certificates(tmp_path, HOME)
    assert {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()} == dict.fromkeys(
        (AUTHORITY, AUTHORITY_KEY, SERVER), 0o600
    )


def test_the_server_is_certified_for_the_addresses_of_the_machine(tmp_path: Path) -> None:
    certificates(tmp_path, HOME)
    server = read(tmp_path / SERVER)
    server.verify_directly_issued_by(read(tmp_path / AUTHORITY))
    names = server.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert set(names.get_values_for_type(x509.IPAddress)) == HOME
    assert "localhost" in names.get_values_for_type(x509.DNSName)


def test_the_authority_stays_and_the_certificate_is_made_anew(tmp_path: Path) -> None:
    """Phones trust the authority once, whatever network the laptop is in."""
    _, first = certificates(tmp_path, HOME)
    at_home = (tmp_path / SERVER).read_bytes()
    assert certificates(tmp_path, PIZZERIA)[1] == first
    assert (tmp_path / SERVER).read_bytes() != at_home


def test_it_is_trusted_for_private_networks_alone(tmp_path: Path) -> None:
    certificates(tmp_path, HOME)
    extension = read(tmp_path / AUTHORITY).extensions.get_extension_for_class(x509.NameConstraints)
    assert extension.critical
    permitted = extension.value.permitted_subtrees or []
    networks = [each.value for each in permitted if isinstance(each, x509.IPAddress)]
    assert networks
    assert all(network.is_private or str(network) == "100.64.0.0/10" for network in networks)
    assert not [each for each in permitted if isinstance(each, x509.DNSName) and "." in each.value]


def test_a_public_address_is_not_certified() -> None:
    assert all(any(each in network for network in https.PRIVATE) for each in https.addresses())


@pytest.mark.parametrize(
    ("name", "certified"),
    [
        ("laptop", {"localhost", "laptop", "laptop.local"}),
        ("büro", {"localhost", "xn--bro-hoa", "xn--bro-hoa.local"}),
        ("a" * 64, {"localhost"}),
        ("name..lan", {"localhost"}),
    ],
)
def test_a_machine_may_have_any_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, certified: set[str]
) -> None:
    """One that is no name of a host is left out: phones come by its address."""
    monkeypatch.setattr(socket, "gethostname", lambda: name)
    certificates(tmp_path, https.addresses() | HOME)
    names = read(tmp_path / SERVER).extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert set(names.get_values_for_type(x509.DNSName)) == certified
