"""``sudo sh install.sh``: put the services onto this machine, update them, go back, take them away."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from urllib.parse import urlsplit

from hardware.install import record, roles, work
from hardware.install.place import InstallError, Place, root_needed

TREE = Path(__file__).parents[2]


def main(arguments: list[str]) -> int:
    """Run one command; returns the exit code."""
    chosen = _parser().parse_args(arguments)
    place = Place(dry=chosen.dry_run)
    try:
        if not chosen.dry_run and chosen.command != "status":
            root_needed()
        _run(chosen, place)
    except InstallError as error:
        print(f"install: {error}", file=sys.stderr)
        return 1
    return 0


def _run(chosen: argparse.Namespace, place: Place) -> None:
    if chosen.command == "uninstall":
        work.uninstall(place, chosen.all)
    elif chosen.command == "rollback":
        work.roll_back(place)
    elif chosen.command == "status":
        work.tell(place)
    else:
        work.install(place, TREE, *asked(chosen, place))
        if chosen.hotspot:
            work.hotspot(place)


def asked(chosen: argparse.Namespace, place: Place) -> tuple[str, str, str]:
    """Role, table's address and token: as said, else as installed before.  Raises InstallError."""
    before = record.read(place)
    role = chosen.role or (before.role if before else "table")
    if role == "table":
        return role, "", ""
    host = chosen.host or (before.host if before else "")
    program = roles.TOKENS[role]
    token = place.text(f"/etc/dreimagier/{program}.token") or ""
    if chosen.token is not None:
        try:
            token = chosen.token.read_text(encoding="ascii")
        except (OSError, UnicodeDecodeError) as error:
            raise InstallError(f"{chosen.token} cannot be read: {error}") from error
    if urlsplit(host).scheme not in ("http", "https") or not token.strip():
        raise InstallError(
            f"{role} of a table elsewhere needs its address and a token: --host http://192.168.1.20:8080 "
            f"--token {program}.token (from tokens/ in the table's data folder)"
        )
    return role, host, token


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="install.sh", description="Die drei Magier as services of this machine.")
    commands = ("install", "status", "rollback", "uninstall")
    parser.add_argument("command", nargs="?", default="install", choices=commands, help="install also updates")
    parser.add_argument("--dry-run", action="store_true", help="tell what would be done, change nothing")
    parser.add_argument("--role", choices=sorted(roles.ROLES), help="what this machine is (table: everything)")
    parser.add_argument("--host", default="", help="eye or lamps: the table's address")
    parser.add_argument("--token", type=Path, help="eye or lamps: the file with their token")
    parser.add_argument("--hotspot", action="store_true", help="open the table's own Wi-Fi as well")
    parser.add_argument("--all", action="store_true", help="uninstall: games and settings too")
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
