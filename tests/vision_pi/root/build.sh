#!/bin/sh
# Build a Debian 13 root directory in which the real picamera2 runs on libcamera's virtual camera: build.sh ROOT
# Needs root, debootstrap and the network; takes a few minutes, once.  Nothing outside ROOT is changed.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$1
picamera2=0.3.38
stamp=$(cat "$0" "$here/dma.c" "$here/frames.py" "$here/virtual.yaml" | sha256sum | cut -d' ' -f1)
[ "$(cat "$root/.ready" 2>/dev/null)" = "$stamp" ] && exit 0
[ "$(id -u)" = 0 ] || { echo "building a root directory needs root" >&2; exit 1; }
command -v debootstrap >/dev/null || { echo "debootstrap is missing; type: sudo apt-get install debootstrap" >&2; exit 1; }

packages="python3-libcamera,libcamera-ipa,python3-venv,python3-pip,python3-dev,gcc,libc6-dev,libcap-dev,\
python3-numpy,python3-opencv,python3-pil,python3-piexif,python3-jsonschema,python3-tqdm,python3-av,\
python3-prctl,python3-libarchive-c,python3-pytest,ca-certificates"
# The mirror that this machine's own packages come from, in either form of apt's sources.
ours=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null | sed -n 's/#.*//; s/.*\(https\{0,1\}:[^ ]*debian\)\/\{0,1\} *.*/\1/p' | head -n 1)
mirror=${DEBIAN_MIRROR:-$ours}
[ -n "$mirror" ] || { echo "name a Debian mirror: DEBIAN_MIRROR=... $0 $*" >&2; exit 1; }
if [ ! -e "$root/.debootstrapped" ]; then
    rm -rf "$root"
    debootstrap --variant=minbase --include="$packages" trixie "$root" "$mirror" || {
        echo "no root directory in $root: debootstrap needs the network, and a root that may chroot and make devices" >&2
        exit 1
    }
    touch "$root/.debootstrapped"
fi

cp /etc/resolv.conf "$root/etc/resolv.conf"
[ -e /etc/ssl/certs/ca-certificates.crt ] && cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
[ -x "$root/venv/bin/python" ] || chroot "$root" python3 -m venv --system-site-packages /venv
chroot "$root" /venv/bin/python -m pip install --quiet --disable-pip-version-check --no-deps \
    "picamera2==$picamera2" pidng simplejpeg videodev2

install -D "$here/dma.c" "$root/usr/src/dma.c"
chroot "$root" gcc -shared -fPIC -O2 -o /usr/lib/dma.so /usr/src/dma.c -ldl
install -D "$here/virtual.yaml" "$root/usr/share/libcamera/pipeline/virtual/virtual.yaml"
install -D "$here/frames.py" "$root/usr/src/frames.py"
chroot "$root" /venv/bin/python /usr/src/frames.py /srv/frames
echo "$stamp" >"$root/.ready"
