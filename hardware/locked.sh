#!/bin/sh
# Install locks into a virtual environment: locked.sh VENV NAME...
# Each package must be one of the builds that were locked; nothing is built here, so no code runs that nobody locked.
# (chess comes as source alone, for the tests; it is built by the setuptools that is locked.)
set -eu
venv=$1
shift
said=$venv/locked.log
for name; do
    if ! "$venv/bin/python" -m pip install --quiet --require-hashes --no-deps --only-binary :all: --no-binary chess \
        --no-build-isolation --use-pep517 --requirement "locks/$name.txt" 2>"$said"; then
        other=$(sed -n 's/^ *\([a-z0-9._-]*==[^ ]*\) .*from .*:$/\1/p' "$said" | head -n 1)
        if [ -n "$other" ]; then
            echo "The download of $other is not what locks/$name.txt expects: it was damaged or changed on its way, and nothing was installed." >&2
        else
            cat "$said" >&2
        fi
        exit 1
    fi
    cat "$said" >&2
done
rm -f "$said"
