#!/bin/sh
# The browser tests play in Debian's Chromium, driven by Playwright's own node, which needs libatomic: use what is
# there, install it where that is allowed, or say how.
set -eu

chromium=/usr/bin/chromium
missing=""
[ -x "$chromium" ] || missing="chromium"
find /lib /usr/lib* -name 'libatomic.so.1' 2>/dev/null | grep -q . || missing="$missing libatomic1"
missing=${missing# }
how="sudo apt-get install --no-install-recommends $missing"

if [ -z "$missing" ]; then
    exit 0
fi
if ! command -v apt-get >/dev/null; then
    echo "The browser tests need Chromium at $chromium and libatomic, and this system has no apt-get to install them with." >&2
    exit 1
fi
if [ "$(id -u)" -eq 0 ]; then
    as_root=""
elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
    as_root="sudo -n"
else
    echo "The browser tests need $missing. Install it once, then run make test again:" >&2
    echo "    $how" >&2
    exit 1
fi
echo "Installing what the browser tests need: $how"
$as_root apt-get update -qq
DEBIAN_FRONTEND=noninteractive $as_root apt-get install -qq -y --no-install-recommends $missing >/dev/null
if [ ! -x "$chromium" ]; then
    echo "Chromium was installed but is not at $chromium." >&2
    exit 1
fi
