#!/bin/sh
# Why a unit failed, in a few lines, the reason last, for the pages of safe mode: why.sh UNIT FILE
# It never fails itself: a table without a reason is better than none.
unit=$1
file=$2
# What the program said, not what systemd says of it; a greeting is no reason.
said=$(journalctl --quiet --no-pager --output=cat --since=-10min --lines=20 "_SYSTEMD_UNIT=$unit" 2>/dev/null |
    grep -v '^dreimagier: http' | tail -n 8)
{
    echo "$unit did not start three times."
    [ -n "$said" ] || said=$(systemctl show --property=Result --value "$unit" 2>/dev/null | sed 's/^/it ended with: /')
    echo "$said"
} >"$file" || true
