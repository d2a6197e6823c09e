#!/bin/sh
# The tests of the eye with the OpenCV of Raspberry Pi OS bookworm (4.11) in an environment of their own: opencv4.sh FOLDER
set -eu
venv=$1
[ $# -gt 0 ] && shift
[ -x "$venv/bin/python" ] || python3 -m venv "$venv"
"$venv/bin/python" -m pip install --quiet --constraint constraints/bookworm.txt --editable . pytest hypothesis pytest-xdist
"$venv/bin/python" -c 'import cv2, sys; print("OpenCV", cv2.__version__); sys.exit(not cv2.__version__.startswith("4."))'
exec "$venv/bin/python" -m pytest -q tests/vision "$@"
