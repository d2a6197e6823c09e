#!/bin/sh
# Put Die drei Magier onto this machine, at every start: sudo sh install.sh (--help tells the rest).
# Raspberry Pi OS or Debian, bookworm or trixie, 64-bit.  The same command again updates; --dry-run changes nothing.
set -eu
cd "$(dirname "$(readlink -f "$0")")"
for python in python3 python3.13 python3.12 python3.11; do
    if "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        exec "$python" -B -m hardware.install "$@"
    fi
done
echo "Python 3.11 or newer is needed: sudo apt install python3" >&2
exit 1
