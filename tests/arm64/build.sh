#!/bin/sh
# Build a Debian 12 root directory for the processor of a Pi, the program in it as on a Pi: build.sh ROOT
# Needs root, debootstrap, qemu-user-static and the network; takes a quarter of an hour, once.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
tree=$(cd "$here/../.." && pwd)
root=$1
stamp=$(cat "$0" "$tree/pyproject.toml" "$tree"/locks/*.txt | sha256sum | cut -d' ' -f1)
[ "$(cat "$root/.ready" 2>/dev/null)" = "$stamp" ] && exit 0
# What the installation brings on a Pi, but for the camera's packages: those come from Raspberry Pi's own archive.
packages=python3,python3-venv,python3-dev,gcc,libc6-dev,ca-certificates
# The mirror that this machine's own packages come from, in either form of apt's sources.
ours=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null | sed -n 's/#.*//; s/.*\(https\{0,1\}:[^ ]*debian\)\/\{0,1\} *.*/\1/p' | head -n 1)
mirror=${DEBIAN_MIRROR:-$ours}
[ -n "$mirror" ] || { echo "name a Debian mirror: DEBIAN_MIRROR=... $0 $*" >&2; exit 1; }
if [ ! -e "$root/.debootstrapped" ]; then
    rm -rf "$root"
    debootstrap --arch=arm64 --variant=minbase --include="$packages" bookworm "$root" "$mirror"
    touch "$root/.debootstrapped"
fi
cp /etc/resolv.conf "$root/etc/resolv.conf"
[ -e /etc/ssl/certs/ca-certificates.crt ] && cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
[ -e /etc/pip.conf ] && cp /etc/pip.conf "$root/etc/pip.conf"
rm -rf "$root/tree"
mkdir "$root/tree"
cp "$tree/pyproject.toml" "$tree/README.md" "$tree/LICENSE" "$root/tree/"
cp -r "$tree/locks" "$root/tree/"
mkdir "$root/tree/hardware"
cp "$tree/hardware/locked.sh" "$root/tree/hardware/"
chroot "$root" sh -c 'cd /tree && for part in companion vision firmware hardware; do mkdir -p $part && touch $part/__init__.py; done && python3 -m venv --clear /venv &&
    sh hardware/locked.sh /venv bookworm pytest &&
    /venv/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .'
echo "$stamp" >"$root/.ready"
