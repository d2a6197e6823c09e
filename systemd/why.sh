#!/bin/sh
# Why a unit failed, in a few lines, for the pages of safe mode: why.sh UNIT FILE
# It never fails itself: a table without a reason is better than none.
unit=$1
file=$2
{
    echo "$unit did not start three times."
    journalctl --no-pager --output=cat --lines=8 --unit="$unit" 2>/dev/null || true
} >"$file" || true
