#!/bin/sh
# Run the Pi camera's contract on the real picamera2: run.sh ROOT [pytest options]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
tree=$(cd "$here/../../.." && pwd)
root=$1
shift
sh "$here/build.sh" "$root"
rm -rf "$root/tree"
mkdir -p "$root/tree/tests" "$root/tree/vision" "$root/tree/companion/link"
cp "$tree/pyproject.toml" "$root/tree/"
cp -r "$tree/vision/." "$root/tree/vision/"
cp "$tree/companion/__init__.py" "$root/tree/companion/"
cp "$tree/companion/link/__init__.py" "$tree/companion/link/errors.py" "$tree/companion/link/machine.py" "$root/tree/companion/link/"
cp "$tree/tests/__init__.py" "$root/tree/tests/"
cp -r "$tree/tests/vision_pi" "$root/tree/tests/"
# Nothing is mounted: the tests need neither /proc nor /sys.
exec chroot "$root" /usr/bin/env -i PATH=/venv/bin:/usr/bin:/bin HOME=/root LANG=C.UTF-8 LD_PRELOAD=/usr/lib/dma.so \
    LIBCAMERA_LOG_LEVELS=ERROR sh -c 'cd /tree && exec /venv/bin/python -m pytest -p no:cacheprovider tests/vision_pi/test_virtual.py -m picamera2 "$@"' run "$@"
