#!/bin/sh
# Files for CAD programs and printers, in an environment of their own: cad.sh VENV FOLDER [option of hardware cad ...]
# The solids are checked first: valid, apart, watertight.
set -eu
venv=$1
folder=$2
shift 2
[ -x "$venv/bin/python" ] || python3 -m venv "$venv"
"$venv/bin/python" -m pip install --quiet --editable '.[cad]' pytest hypothesis
"$venv/bin/python" -m pytest -q -m cad tests/hardware/solids
exec "$venv/bin/dreimagier" hardware cad "$folder" "$@"
