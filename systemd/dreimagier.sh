#!/bin/sh
# The programs by their name, made by install.sh.  Who may write the table's data means the table's, others their own.
[ -n "${DREIMAGIER_DATA:-}" ] || [ ! -w /var/lib/dreimagier ] || export DREIMAGIER_DATA=/var/lib/dreimagier
exec /opt/dreimagier/.venv/bin/dreimagier "$@"
