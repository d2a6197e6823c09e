#!/bin/sh
# Install units, users and rules from this folder (root): install.sh [ROOT]
# The program itself is expected in /opt/dreimagier with its virtual environment (make run makes it).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=${1:-}
put() { install -D -m 0644 "$here/$1" "$root$2"; }
for unit in "$here"/*.service "$here"/*.target; do
    put "$(basename "$unit")" "/etc/systemd/system/$(basename "$unit")"
done
# The owner's settings are never replaced.
[ -e "$root/etc/dreimagier/settings.toml" ] || put settings.toml /etc/dreimagier/settings.toml
put sysusers.conf /usr/lib/sysusers.d/dreimagier.conf
put tmpfiles.conf /usr/lib/tmpfiles.d/dreimagier.conf
put 60-dreimagier.rules /etc/udev/rules.d/60-dreimagier.rules
put 50-dreimagier.polkit.rules /etc/polkit-1/rules.d/50-dreimagier.rules
[ -n "$root" ] && exit 0
systemd-sysusers
systemd-tmpfiles --create dreimagier.conf
udevadm control --reload && udevadm trigger --subsystem-match=spidev --subsystem-match=gpio
systemctl daemon-reload
echo "Installed.  Now and at every start: sudo systemctl enable --now dreimagier.target"
