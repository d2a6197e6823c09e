#!/bin/sh
# The tests of the eye with the OpenCV of Raspberry Pi OS bookworm (4.11) in an environment of their own: opencv4.sh FOLDER
set -eu
venv=$1
[ $# -gt 0 ] && shift
[ -x "$venv/bin/python" ] || python3 -m venv "$venv"
sh hardware/locked.sh "$venv" bookworm pytest
"$venv/bin/python" -m pip install --quiet --no-deps --no-build-isolation --editable .
"$venv/bin/python" -c 'import cv2, sys; print("OpenCV", cv2.__version__); sys.exit(not cv2.__version__.startswith("4."))'
exec "$venv/bin/python" -m pytest -q tests/vision "$@"
