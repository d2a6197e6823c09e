#!/bin/sh
# Build a Debian root directory in which systemd boots, with the program's packages: build.sh RELEASE ROOT
# Needs root, debootstrap and the network; takes a few minutes, once.  Nothing outside ROOT is changed.
set -eu
tree=$(cd "$(dirname "$0")/../.." && pwd)
release=$1
root=$2
stamp=$(cat "$0" "$tree/pyproject.toml" "$tree/locks/laptop.txt" | sha256sum | cut -d' ' -f1)
[ "$(cat "$root/.ready" 2>/dev/null)" = "$stamp" ] && exit 0
[ "$(id -u)" = 0 ] || { echo "building a root directory needs root" >&2; exit 1; }
for command in debootstrap systemd-nspawn; do
    command -v $command >/dev/null || { echo "$command is missing; type: sudo apt-get install debootstrap systemd-container" >&2; exit 1; }
done
packages="systemd systemd-sysv dbus udev libpam-systemd polkitd procps python3 python3-venv ca-certificates avahi-daemon avahi-utils \
    network-manager dnsmasq-base nftables cloud-init"
# The mirror that this machine's own packages come from, in either form of apt's sources.
ours=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null | sed -n 's/#.*//; s/.*\(https\{0,1\}:[^ ]*debian\)\/\{0,1\} *.*/\1/p' | head -n 1)
mirror=${DEBIAN_MIRROR:-$ours}
[ -n "$mirror" ] || { echo "name a Debian mirror: DEBIAN_MIRROR=... $0 $*" >&2; exit 1; }
if [ ! -e "$root/.debootstrapped" ]; then
    rm -rf "$root"
    debootstrap --variant=minbase --include=ca-certificates "$release" "$root" "$mirror"
    touch "$root/.debootstrapped"
fi
rm -f "$root/etc/resolv.conf" "$root/etc/pip.conf"
cp /etc/resolv.conf "$root/etc/resolv.conf"
[ -e /etc/ssl/certs/ca-certificates.crt ] && cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
# shellcheck disable=SC2086
chroot "$root" /usr/bin/env DEBIAN_FRONTEND=noninteractive sh -c 'apt-get update -qq && apt-get install -y -qq --no-install-recommends "$@"' \
    install $packages >/dev/null
# Started by the tests that are about them, and by no other.
chroot "$root" systemctl disable --quiet NetworkManager NetworkManager-wait-online
chroot "$root" systemctl enable --quiet NetworkManager-dispatcher
touch "$root/etc/cloud/cloud-init.disabled"
# The wheels from which the installation inside makes its environment: a booted root has no network.
rm -rf "$root/opt/wheels" "$root/opt/tree"
mkdir -p "$root/opt/tree"
cp "$tree/locks/laptop.txt" "$root/opt/tree/"
chroot "$root" sh -c 'cd /opt/tree && python3 -m venv /opt/pip && /opt/pip/bin/pip download --quiet --dest /opt/wheels \
    --disable-pip-version-check --require-hashes --no-deps --only-binary :all: --requirement laptop.txt'
rm -rf "$root/opt/pip" "$root/opt/tree"
echo "$stamp" >"$root/.ready"
