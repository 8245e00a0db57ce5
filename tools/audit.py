"""`python -m tools.audit`: checks the locked packages for known vulnerabilities.

pip-audit asks the package index about the versions of `requirements.lock`. Exit status 1: a vulnerability is known, and
a newer version fixes it. A vulnerability without a fix is printed and does not fail. Without a network the check is
skipped, and the output says so.
"""

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

LOCK = Path(__file__).resolve().parents[1] / "requirements.lock"
AUDIT_TIMEOUT_S, ANSWER_TIMEOUT_S = 120, 10


def verdict(report: Mapping[str, Any] | None) -> tuple[int, list[str]]:
    """Return the exit status and the lines to print for a pip-audit report; the report is None where there is none."""
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


def report(timeout_s: float = AUDIT_TIMEOUT_S) -> dict[str, Any] | None:
    """Run pip-audit on the locked versions; None if it cannot run, has no answer in time, or prints no JSON."""
    command = [sys.executable, "-m", "pip_audit", "--requirement", str(LOCK), "--require-hashes", "--disable-pip"]
    command += ["--format", "json", "--progress-spinner", "off", "--timeout", str(ANSWER_TIMEOUT_S)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=timeout_s)
        found: dict[str, Any] = json.loads(done.stdout)
    except (subprocess.TimeoutExpired, OSError, json.JSONDecodeError):
        return None
    return found


def main() -> int:
    """Audit, print, and return the exit status."""
    status, said = verdict(report())
    print("\n".join(said))
    return status


if __name__ == "__main__":
    sys.exit(main())
