"""`python -m tools.audit`: is a hole known in a package that Settebello needs to run?

pip-audit asks the vulnerability data of the package index for the versions that are installed here. Exit status 1:
there is a known hole, and a version that mends it. A hole without such a version is said, and no reason to stop. Where
the data cannot be reached that is said, too: no network is no fault of the code.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT_PACKAGE, EXTRAS = "settebello", ("", "postgres")
SECONDS = 120
"""So long the audit may take; a test run does not wait for a slow index."""
SECONDS_AN_ANSWER = 10


def needed() -> dict[str, str]:
    """Every package that is needed to run, with the version installed here: the declared ones, and what those need."""
    from packaging.requirements import Requirement

    found: dict[str, str] = {}
    waiting: list[tuple[str, tuple[str, ...]]] = [(ROOT_PACKAGE, EXTRAS)]
    seen: set[tuple[str, tuple[str, ...]]] = set()
    while waiting:
        name, extras = waiting.pop()
        for line in requires(name) or []:
            each = Requirement(line)
            if each.marker and not any(each.marker.evaluate({"extra": extra}) for extra in extras):
                continue
            key = re.sub(r"[-_.]+", "-", each.name).lower()
            wanted = (key, ("", *sorted(each.extras)))
            try:
                found[key] = version(each.name)
            except PackageNotFoundError:
                continue  # of an extra that is not installed
            if wanted not in seen:
                seen.add(wanted)
                waiting.append((each.name, wanted[1]))
    return found


def verdict(report: Mapping[str, Any] | None) -> tuple[int, list[str]]:
    """(Exit status, what is said) of a report of pip-audit; None where there is none."""
    packages = report["dependencies"] if report else []
    audited = [each for each in packages if "skip_reason" not in each]
    if not audited:
        return 0, ["audit: the vulnerability data cannot be reached from here. Nothing was looked up."]
    said, status = [], 0
    for each in audited:
        for hole in each["vulns"]:
            mended = ", ".join(hole["fix_versions"])
            status = 1 if mended else status
            known = f"audit: {each['name']} {each['version']} has a known hole, {hole['id']}"
            said.append(f"{known}; mended in {mended}." if mended else f"{known}; no version mends it yet.")
    left = [each["name"] for each in packages if each not in audited]
    if left:
        said.append(f"audit: not looked up: {', '.join(sorted(left))}.")
    return status, said or [f"audit: no known hole in {len(audited)} packages."]


def report_on(packages: Mapping[str, str], seconds: float = SECONDS) -> dict[str, Any] | None:
    """What pip-audit says of these versions; None where it cannot be asked or has no answer in time."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "requirements.txt"
        file.write_text("".join(f"{name}=={number}\n" for name, number in sorted(packages.items())))
        command = [sys.executable, "-m", "pip_audit", "--requirement", str(file), "--no-deps", "--disable-pip"]
        command += ["--format", "json", "--progress-spinner", "off", "--timeout", str(SECONDS_AN_ANSWER)]
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=seconds)
            found: dict[str, Any] = json.loads(done.stdout)
        except (subprocess.TimeoutExpired, OSError, json.JSONDecodeError):
            return None
    return found


def main() -> int:
    """Audit what is installed here."""
    status, said = verdict(report_on(needed()))
    print("\n".join(said))
    return status


if __name__ == "__main__":
    sys.exit(main())
