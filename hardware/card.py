"""A memory card of Raspberry Pi OS that installs the program at its first start, from what lies on the card itself.

Raspberry Pi OS trixie begins with cloud-init (``user-data``), bookworm with ``firstrun.sh`` and ``cmdline.txt``; what
the Imager has written there stays.
"""

from __future__ import annotations

import re
import tarfile
from pathlib import Path

from hardware.errors import HardwareError
from hardware.install.release import sources

ARCHIVE, FIRST = "dreimagier.tar.gz", "dreimagier-first.sh"
BOOT = "/boot/firmware"
CALL = f"sh {BOOT}/{FIRST} later"
"""A first run ends in a restart: the installation begins after it."""
WORDS = f"systemd.run={BOOT}/firstrun.sh systemd.run_success_action=reboot systemd.unit=kernel-command-line.target"
FIRSTRUN = f"""#!/bin/sh
{CALL}
rm -f {BOOT}/firstrun.sh
sed -i 's| systemd\\.[^ ]*||g' {BOOT}/cmdline.txt
exit 0
"""
SCRIPT = """#!/bin/sh
# Made by `dreimagier hardware card`: the first start brings a unit that installs the program as soon as it can.
set -eu
unit=dreimagier-first.service
if [ "${1:-}" != install ]; then
    cat >/etc/systemd/system/$unit <<UNIT
[Unit]
Description=Die drei Magier: installation at the first start
Wants=network-online.target
After=network-online.target
StartLimitIntervalSec=0

[Service]
Type=oneshot
ExecStart=/bin/sh %(boot)s/%(first)s install
Restart=on-failure
RestartSec=30

[Install]
WantedBy=multi-user.target
UNIT
    systemctl enable $unit
    [ "${1:-}" = later ] || systemctl start --no-block $unit
    exit 0
fi
source=/usr/local/src/dreimagier
mkdir -p $source
tar -xzf %(boot)s/%(archive)s -C $source
sh $source/install.sh %(options)s
systemctl disable $unit
rm -f /etc/systemd/system/$unit %(boot)s/%(first)s %(boot)s/%(archive)s
# What stands in config.txt holds from the next start on.
if [ -e /proc/device-tree/model ]; then systemctl reboot; fi
"""


def prepare(boot: Path, tree: Path, hotspot: bool = False) -> list[str]:
    """Lay the program onto a card's boot partition and have it installed; tells what was written.

    Raises HardwareError for a folder that is no boot partition.
    """
    if not (boot / "cmdline.txt").is_file():
        raise HardwareError(f"{boot} is no boot partition of Raspberry Pi OS: there is no cmdline.txt")
    with tarfile.open(boot / ARCHIVE, "w:gz") as archive:
        for path in sources(tree):
            archive.add(path, str(path.relative_to(tree)), filter=_plain)
    options = "--hotspot" if hotspot else ""
    script = SCRIPT % {"boot": BOOT, "first": FIRST, "archive": ARCHIVE, "options": options}
    _write(boot / FIRST, script.replace("install.sh \n", "install.sh\n"))
    with_cloud_init = any((boot / name).is_file() for name in ("user-data", "meta-data"))
    return [ARCHIVE, FIRST, *(_cloud_init(boot) if with_cloud_init else _firstrun(boot))]


def _plain(info: tarfile.TarInfo) -> tarfile.TarInfo:
    """Everybody's file, as on any machine."""
    info.uid = info.gid = 0
    info.uname = info.gname = "root"
    info.mode = 0o644
    return info


def _cloud_init(boot: Path) -> list[str]:
    path = boot / "user-data"
    _write(path, with_call(path.read_text(encoding="utf-8") if path.is_file() else ""))
    return ["user-data"]


def with_call(text: str) -> str:
    """A ``user-data`` that calls us last, besides what it says already.  Raises HardwareError."""
    if FIRST in text:
        return text
    if text.strip() and not text.startswith("#cloud-config"):
        raise HardwareError("the card's user-data is no #cloud-config: it cannot be added to")
    begun = text if text.strip() else "#cloud-config\n"
    line = f"[sh, {BOOT}/{FIRST}]"
    found = re.search(r"(?m)^runcmd:[ \t]*\n((?:[ \t]*(?:#.*)?\n)*)([ \t]*)- ", begun)
    if found:
        return f"{begun[: found.start(2)]}{found[2]}- {line}\n{begun[found.start(2) :]}"
    if re.search(r"(?m)^runcmd:", begun):
        raise HardwareError("the card's user-data has a runcmd in another form: add the line by hand: " + line)
    return f"{begun.rstrip()}\nruncmd:\n  - {line}\n"


def _firstrun(boot: Path) -> list[str]:
    path, line = boot / "firstrun.sh", boot / "cmdline.txt"
    if path.is_file():  # the Imager's, which cmdline.txt calls already
        text = path.read_text(encoding="utf-8")
        first, _, rest = text.partition("\n")
        _write(path, text if FIRST in text else f"{first}\n{CALL}\n{rest}")
        return ["firstrun.sh"]
    _write(path, FIRSTRUN)
    words = line.read_text(encoding="utf-8").strip()
    _write(line, f"{words} {WORDS}\n")
    return ["firstrun.sh", "cmdline.txt"]


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8", newline="\n")
