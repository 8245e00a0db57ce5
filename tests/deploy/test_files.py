"""Tests of deploy/ and docs/deploy.md without a server: they parse, fit each other and fit the program."""

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.deploy import test_deploy
from tests.deploy.document import PAGE, ROOT, settings_table, subjects
from webapp.base.running import config
from webapp.commands import cli

DEPLOY = ROOT / "deploy"
UNITS = DEPLOY / "systemd"
OF_THE_UNITS = {"LISTEN"}
PORTS = ["8001", "8002"]
TEXT = PAGE.read_text("utf-8")
COMPOSE = (DEPLOY / "compose.yaml").read_text("utf-8")
DOCKERFILE = (DEPLOY / "Dockerfile").read_text("utf-8")


def needs(program: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(not shutil.which(program), reason=f"{program} is not installed")


def given() -> dict[str, str]:
    """The settings in the file of an installation."""
    lines = (DEPLOY / "settebello.env").read_text("utf-8").splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def test_the_document_lists_every_setting_of_the_program() -> None:
    assert settings_table() in TEXT, "docs/deploy.md wants:\n" + settings_table()


def test_every_setting_that_is_given_exists_and_may_be_so(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = given()
    for name in OF_THE_UNITS:
        settings.pop(name)
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    assert set(settings) <= {each.name for each in config.SETTINGS}
    assert config.values()["SETTEBELLO_HOSTS"] == ("scores.example.org",)
    assert config.data_directory() == Path("/var/lib/settebello")
    in_compose = set(re.findall(r"^    ([A-Z_]+): ", COMPOSE, re.M))
    assert in_compose <= {each.name for each in config.SETTINGS}
    mentioned = set(re.findall(r"\b(?:SETTEBELLO_[A-Z_]+|XDG_DATA_HOME|DATABASE_URL)\b", TEXT))
    assert mentioned <= {each.name for each in config.SETTINGS}


def test_every_block_that_says_so_is_run() -> None:
    story = Path(test_deploy.__file__).read_text("utf-8")
    run = set(re.findall(r'(?:do|blocks)\("([a-z-]+)"', story)) | {test_deploy.INSTALL}
    assert set(subjects()) == run
    left = re.findall(r"^```sh\n(.*?)^```$", TEXT, re.M | re.S)
    assert len(left) == 2  # certbot and Docker: the document says why
    assert "certbot" in left[0]
    assert "docker" in left[1]


def test_every_file_is_named_in_the_document() -> None:
    for file in DEPLOY.iterdir():
        assert f"deploy/{file.name}" in TEXT, file


def test_ports_are_the_same_everywhere() -> None:
    proxied = re.findall(r"server 127\.0\.0\.1:(\d+) ", (DEPLOY / "nginx.conf").read_text())
    enabled = re.findall(r"enable --now settebello-web@(\d+) settebello-web@(\d+)", TEXT)[0]
    assert proxied == list(enabled) == PORTS


@needs("systemd-analyze")
def test_systemd_takes_the_units(tmp_path: Path) -> None:
    """systemd knows all directives, and the programs that they call exist."""
    root = tmp_path / "root"
    shutil.copytree(UNITS, root / "etc/systemd/system")
    shutil.copytree("/lib/systemd/system", root / "usr/lib/systemd/system", symlinks=True)
    for program in ("opt/settebello/current/bin/settebello", "bin/sh", "usr/bin/find"):
        (root / program).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2("/bin/true", root / program)
    names = [f"settebello-web@{PORTS[0]}.service", "settebello-work.service"]
    names += ["settebello-backup.service", "settebello-backup.timer"]
    command = ["systemd-analyze", f"--root={root}", "--man=no", "--recursive-errors=no"]
    done = subprocess.run([*command, "verify", *names], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    safety = subprocess.run([*command[:2], "security", "--offline=yes", names[0]], capture_output=True, text=True)
    exposure = re.findall(r"exposure level for \S+: ([\d.]+)", safety.stdout)
    assert exposure, safety.stderr
    assert float(exposure[0]) < 3


@needs("nginx")
@needs("openssl")
def test_nginx_takes_its_file(tmp_path: Path) -> None:
    text = (DEPLOY / "nginx.conf").read_text()
    text = text.replace("/etc/ssl/settebello", str(tmp_path)).replace("/var/log/nginx", str(tmp_path))
    text = text.replace("listen 80", "listen 127.0.0.1:18080").replace("listen 443", "listen 127.0.0.1:18443")
    text = re.sub(r"^ *listen \[::\].*\n", "", text, flags=re.M)
    (tmp_path / "site").write_text(text)
    kept = "".join(
        f"{kind}_temp_path {tmp_path}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (tmp_path / "conf").write_text(f"pid {tmp_path}/pid; events {{}} http {{ {kept} include {tmp_path}/site; }}")
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=x", "-keyout", "privkey.pem"]
    subprocess.run([*made, "-out", "fullchain.pem"], cwd=tmp_path, check=True, capture_output=True)
    done = subprocess.run(
        ["nginx", "-t", "-p", str(tmp_path), "-c", "conf", "-e", "error"], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    log = "".join(re.findall(r"log_format settebello (.*?);", text, re.S))
    said = set(re.findall(r"\$(\w+)", log))
    assert said
    assert not said & {"request", "request_uri", "uri", "document_uri", "args", "query_string", "http_referer"}


def test_a_body_that_the_program_takes_passes_nginx() -> None:
    for name in ("PHOTO_BYTES", "FILM_BYTES"):
        megabytes = config.defaults(config.data_directory())[name] // config.MEGABYTE
        assert f"client_max_body_size {megabytes + 1}m;" in (DEPLOY / "nginx.conf").read_text()
        assert f"max_size {megabytes + 1}MB" in (DEPLOY / "Caddyfile").read_text()


def called() -> list[list[str]]:
    """The `settebello` commands in the files, as lists of arguments."""
    found = [line.split() for line in re.findall(r"/current/bin/settebello (.*)$", _units(), re.M)]
    found += [eval(command) for command in re.findall(r"command: (\[.*\])", re.sub(r"\[(\w+)\]", r'["\1"]', COMPOSE))]
    found += [eval(command) for command in re.findall(r"^CMD (\[.*\])$", DOCKERFILE, re.M)]
    return found


def _units() -> str:
    return "\n".join(file.read_text() for file in sorted(UNITS.glob("*.service")))


def test_what_units_and_containers_call_are_commands() -> None:
    names = {words[0] for words in called()}
    assert names == {"serve", "work", "backup", "migrate"}
    assert names <= set(cli.COMMANDS)
    for words in called():
        if words[0] == "serve":
            cli._parser().parse_args([{"${LISTEN}": "127.0.0.1", "%i": PORTS[0]}.get(word, word) for word in words])


def test_the_containers_fit_each_other() -> None:
    compose: dict[str, Any] = yaml.safe_load(COMPOSE)
    services = compose["services"]
    assert set(services) == {"postgres", "migrate", "web", "work", "front"}
    for name, service in services.items():
        assert set(service.get("depends_on", ())) <= set(services), name
        for volume in service.get("volumes", ()):
            source = volume.split(":")[0]
            assert source in compose["volumes"] or (DEPLOY / source).exists(), volume
    ours = services["web"]
    assert (DEPLOY / ours["build"]["context"] / ours["build"]["dockerfile"]).resolve() == DEPLOY / "Dockerfile"
    port = re.findall(r'"--port", "(\d+)"', DOCKERFILE)[0]
    assert f"dynamic a web {port}" in (DEPLOY / "Caddyfile").read_text()
    assert f"127.0.0.1:{port}/healthz" in DOCKERFILE
    assert f"EXPOSE {port}" in DOCKERFILE
    assert services["postgres"]["environment"]["POSTGRES_USER"] in ours["environment"]["DATABASE_URL"]


def test_the_image_is_built_of_what_the_wheel_needs() -> None:
    """Docker cannot run here: the file's instructions are known ones, and its context has all files for the wheel."""
    instructions = set(re.findall(r"^([A-Z]+) ", DOCKERFILE, re.M))
    known = {"FROM", "WORKDIR", "COPY", "RUN", "USER", "ENV", "VOLUME", "EXPOSE", "HEALTHCHECK", "ENTRYPOINT", "CMD"}
    assert instructions <= known
    assert re.search(r"^USER (?!root)\w+$", DOCKERFILE, re.M)
    ignored = (ROOT / ".dockerignore").read_text().splitlines()
    assert ignored[0] == "*"
    sent = {line[1:] for line in ignored if line.startswith("!")}
    assert all((ROOT / name).exists() for name in sent)
    build = (ROOT / "pyproject.toml").read_text().split("[tool.hatch.build.targets.wheel]")[1].split("\n")
    wanted = set(re.findall(r'"([^"]+)"', next(line for line in build if line.startswith("only-include"))))
    assert wanted | {"pyproject.toml", "README.md", "LICENSE"} <= sent
