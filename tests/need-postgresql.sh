#!/bin/sh
# The tests run on PostgreSQL too, where there is one: use Debian's if it is installed, install it where this is root's
# machine (a container, a build server), or go on without. It is started and stopped by the tests themselves.
set -eu

if [ -n "${TEST_DATABASE_URL:-}" ] || command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1; then
    exit 0
fi
how="apt-get install --no-install-recommends postgresql"
if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
    echo "No PostgreSQL: what stores is tested on SQLite alone. For both: sudo $how" >&2
    exit 0
fi
echo "Installing what the tests need for a second database: $how"
# No cluster of the system's own: the tests make theirs.
mkdir -p /etc/postgresql-common
[ -e /etc/postgresql-common/createcluster.conf ] ||
    echo "create_main_cluster = false" >/etc/postgresql-common/createcluster.conf
apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends \
    -o Dpkg::Options::=--force-confold postgresql >/dev/null ||
    echo "It could not be installed: what stores is tested on SQLite alone." >&2
