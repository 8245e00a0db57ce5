#!/bin/sh
# The browser tests play in Debian's Chromium: use the one that is there, install it where that is allowed, or say how.
set -eu

chromium=/usr/bin/chromium
how="sudo apt-get install --no-install-recommends chromium"

if [ -x "$chromium" ]; then
    exit 0
fi
if ! command -v apt-get >/dev/null; then
    echo "The browser tests need Chromium at $chromium, and this system has no apt-get to install it with." >&2
    exit 1
fi
if [ "$(id -u)" -eq 0 ]; then
    as_root=""
elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
    as_root="sudo -n"
else
    echo "The browser tests need Chromium. Install it once, then run make test again:" >&2
    echo "    $how" >&2
    exit 1
fi
echo "Installing Chromium for the browser tests: $how"
$as_root apt-get update -qq
DEBIAN_FRONTEND=noninteractive $as_root apt-get install -qq -y --no-install-recommends chromium >/dev/null
if [ ! -x "$chromium" ]; then
    echo "Chromium was installed but is not at $chromium." >&2
    exit 1
fi
