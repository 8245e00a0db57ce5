#!/bin/sh
# The browser tests play in Debian's Chromium, driven by Playwright's own node, which needs libatomic: use what is
# there, install it where that is allowed, or say how. certutil (libnss3-tools) lets it trust an authority. The headless
# shell is the same Chromium without its windows, menus and extensions, at a third of the time: it is used where it can
# be had, and Chromium where not.
set -eu

chromium=/usr/bin/chromium
shell=/usr/bin/chromium-headless-shell
missing=""
[ -x "$chromium" ] || [ -x "$shell" ] || missing="chromium"
find /lib /usr/lib* -name 'libatomic.so.1' 2>/dev/null | grep -q . || missing="$missing libatomic1"
command -v certutil >/dev/null || missing="$missing libnss3-tools"
missing=${missing# }
better=""
[ -x "$shell" ] || better="chromium-headless-shell"
how="sudo apt-get install --no-install-recommends $missing"

if [ -z "$missing$better" ]; then
    exit 0
fi
if ! command -v apt-get >/dev/null; then
    [ -n "$missing" ] || exit 0
    echo "The browser tests need Chromium at $chromium and libatomic, and this system has no apt-get to install them with." >&2
    exit 1
fi
if [ "$(id -u)" -eq 0 ]; then
    as_root=""
elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
    as_root="sudo -n"
else
    [ -n "$missing" ] || exit 0
    echo "The browser tests need $missing. Install it once, then run make test again:" >&2
    echo "    $how" >&2
    exit 1
fi
install() {
    DEBIAN_FRONTEND=noninteractive $as_root timeout 180 apt-get install -qq -y --no-install-recommends "$@" >/dev/null
}
quickly="-o Acquire::Retries=0 -o Acquire::http::Timeout=10"
if [ -n "$better" ]; then
    echo "Installing what makes the browser tests quicker: $better"
    if $as_root timeout 60 apt-get update -qq $quickly && install $quickly $better; then
        missing=$(echo "$missing" | sed 's/^chromium *//')
    else
        echo "It could not be installed: the browser tests take longer, and are the same." >&2
    fi
fi
if [ -n "$missing" ]; then
    echo "Installing what the browser tests need: $how"
    [ -n "$better" ] || $as_root apt-get update -qq
    install $missing
fi
if [ ! -x "$chromium" ] && [ ! -x "$shell" ]; then
    echo "Chromium was installed but is not at $chromium." >&2
    exit 1
fi
