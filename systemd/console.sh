#!/bin/sh
# What stands above the login of this machine's own screen: console.sh FILE TOKEN
# Where the table is; or, where an upgrade of the system took the Python that all programs stand on, how to get it back.
file=$1
program=/opt/dreimagier/.venv/bin
if "$program/python" -c 'import click, msgspec' 2>/dev/null; then
    exec "$program/dreimagier" where --console "$file" --name --token-file "$2"
fi
mkdir -p "$(dirname "$file")"
printf 'Die drei Magier: the Python of the programs is gone.  Type: sudo sh /opt/dreimagier/install.sh\n\n' >"$file"
agetty --reload 2>/dev/null || true
exec sleep infinity
