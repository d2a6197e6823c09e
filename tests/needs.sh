#!/bin/sh
# What the tests need from the distribution.  Installs it where it may (root or sudo without a password),
# otherwise says what to type; it never lets a test be skipped.
set -eu

missing=
need() { command -v "$1" >/dev/null 2>&1 || missing="$missing $2"; }
need chromium chromium
# The same browser without windows of its own takes a quarter of the time; not every distribution has it.
apt-cache show chromium-headless-shell >/dev/null 2>&1 && need chromium-headless-shell chromium-headless-shell
need systemd-analyze systemd
need WebKitWebDriver webkit2gtk-driver
need Xvfb xvfb
need ip iproute2
need unshare util-linux
need gcc gcc
[ -e /usr/include/linux/videodev2.h ] || missing="$missing libc6-dev"
fc-list 2>/dev/null | grep -qi dejavu || missing="$missing fonts-dejavu-core fontconfig"
[ -z "$missing" ] && exit 0

apt_install="apt-get install -y --no-install-recommends$missing"
if [ "$(id -u)" = 0 ]; then
    sudo=
elif sudo -n true 2>/dev/null; then
    sudo="sudo -n"
else
    echo "The tests need:$missing.  Type: sudo $apt_install" >&2
    exit 1
fi
echo "Installing for the tests:$missing"
$sudo apt-get update -qq
# shellcheck disable=SC2086
DEBIAN_FRONTEND=noninteractive $sudo $apt_install >/dev/null
