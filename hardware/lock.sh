#!/bin/sh
# Renew the locks, files of exact packages with the hashes of all their builds: lock.sh VENV [--upgrade]
# Without --upgrade what is locked stays as far as pyproject.toml still allows it.  The locks name no address.
#   laptop.txt    the program on any Debian or Ubuntu (Python 3.11 or newer)
#   bookworm.txt  on Raspberry Pi OS bookworm (3.11): apt's simplejpeg, which python3-picamera2 needs, wants numpy 1, and
#                 OpenCV from 4.12 on wants numpy 2
#   trixie.txt    on Raspberry Pi OS trixie (3.13): lgpio has no wheel for it, apt's python3-lgpio is used
#   tests.txt     what `make test` needs besides, wherever it runs; pytest.txt: what runs tests, no more
# picamera2 and libcamera come from apt alone.
set -eu
venv=$1
shift
[ -x "$venv/bin/uv" ] || { python3 -m venv "$venv" && "$venv/bin/python" -m pip install --quiet uv; }

# lock NAME OPTION...: the project, and what standard input wants beside it
lock() {
    file=locks/$1.txt
    shift
    "$venv/bin/uv" pip compile --quiet --universal --fork-strategy fewest --generate-hashes --no-annotate \
        --custom-compile-command "make lock" --output-file "$file" "$@" pyproject.toml - >/dev/null
    echo "$file: $(grep -c '^[a-z]' "$file") packages"
}

# held NAME...: the versions that locks hold, for the next to keep to
held() { for name; do grep -o '^[a-z0-9.-]*==[0-9a-z.]*' "locks/$name.txt"; done | sort -u; }

mkdir -p locks
kept=$venv/kept.txt
build='setuptools>=77'
echo "$build" | lock laptop --python-version 3.11 "$@"
held laptop >"$kept"
echo "$build" | lock trixie --extra pi --python-version 3.13 --constraint "$kept" "$@"
held laptop trixie | grep -v -e '^numpy=' -e '^opencv-' >"$kept"
printf '%s\n' "$build" 'numpy<2' 'opencv-python-headless<4.12' |
    lock bookworm --extra pi --python-version 3.11 --constraint "$kept" "$@"
# What goes with each of them brings nothing that all of them hold: numpy and OpenCV stay theirs.
ours=$(held laptop | sed 's/==.*//; s/^/--no-emit-package /')
held laptop trixie >"$kept"
# shellcheck disable=SC2086
echo "$build" | lock tests --extra test --python-version 3.11 --constraint "$kept" $ours "$@"
held laptop trixie tests >"$kept"
# shellcheck disable=SC2086
echo "$build" | lock pytest --extra pytest --python-version 3.11 --constraint "$kept" $ours "$@"
