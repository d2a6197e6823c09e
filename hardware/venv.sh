#!/bin/sh
# Make or refresh the virtual environment: venv.sh FOLDER [test]
# On a Raspberry Pi it is made from /usr/bin/python3 with the system's packages, because picamera2 and libcamera
# come from apt alone; elsewhere from the newest Python that is on the path.
set -eu
venv=$1
tests=${2:-}
model=$(tr -d '\0' 2>/dev/null </proc/device-tree/model || true)

new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }

find_python() {
    for python in python3 python3.13 python3.12 python3.11 /usr/bin/python3; do
        if command -v "$python" >/dev/null 2>&1 && new_enough "$python"; then
            echo "$python"
            return
        fi
    done
    echo "Python 3.11 or newer is needed.  On Debian or Ubuntu: sudo apt install python3 python3-venv" >&2
    exit 1
}

make_venv() {
    "$@" "$venv" && return
    rm -rf "$venv"
    echo "The virtual environment could not be made.  On Debian or Ubuntu: sudo apt install python3-venv" >&2
    exit 1
}

if [ -e "$venv/pyvenv.cfg" ] && ! "$venv/bin/python" -m pip --version >/dev/null 2>&1; then
    echo "The Python of $venv is gone (an upgrade of the system?): it is made anew."
    rm -rf "$venv"
fi

case $model in
    *"Raspberry Pi"*)
        python=/usr/bin/python3
        . /etc/os-release
        lock=${VERSION_CODENAME:-bookworm}
        [ -f "locks/$lock.txt" ] || { echo "No locked packages for ${PRETTY_NAME:-this system}; known: bookworm, trixie" >&2; exit 1; }
        [ -x "$venv/bin/python" ] || make_venv $python -m venv --system-site-packages
        ;;
    *)
        lock=laptop
        [ -x "$venv/bin/python" ] || { python=$(find_python); make_venv "$python" -m venv; }
        ;;
esac

echo "Installing into $venv (the first time takes a minute or two) ..."
sh hardware/locked.sh "$venv" "$lock" ${tests:+tests}
"$venv/bin/python" -m pip install --quiet --no-deps --no-build-isolation --editable .
