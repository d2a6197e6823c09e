"""What a bug report brings along, and what it never does."""

from __future__ import annotations

import base64
import io
import random
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.commands import bundle
from tests.commands.doctor.workshop import Workshop

SECRET = "Zk3vQ0p9_aB7xL2mN8rT5yU1wE4sD6fG"


class TestBundle:
    def packed(self, folder: Path) -> dict[str, str]:
        shop = Workshop(folder)
        shop.write("/etc/dreimagier/host.env", f"DREIMAGIER_TOKEN={SECRET}\nDREIMAGIER_PORT=8181\n")
        shop.write("/etc/dreimagier/settings.toml", 'port = 8181\nwands = "/home/anna/wands.json"\n')
        shop.write("/var/lib/dreimagier/tokens/vision.token", "an-unlikely-token")
        journal = "journalctl --quiet --no-pager --output=short-iso --lines=300 --unit dreimagier-host.service"
        said = (
            f"dreimagier: http://192.168.1.20:8080/join?code=KLQX9 {SECRET} b8:27:eb:01:02:03 (code=exited, status=2)"
        )
        shop.answers[journal] = said
        with zipfile.ZipFile(io.BytesIO(bundle.packed(shop.machine(), ["  ok    python: Python 3.11"]))) as archive:
            return {name: archive.read(name).decode() for name in archive.namelist()}

    def test_it_has_what_a_report_needs(self, tmp_path: Path) -> None:
        texts = self.packed(tmp_path)
        assert "Python 3.11" in texts["report/doctor.txt"]
        assert "msgspec " in texts["report/versions.txt"]
        assert "port = 8181" in texts["report/etc-dreimagier-settings.toml.txt"]
        assert "core_freq=500" in texts["report/boot-firmware-config.txt.txt"]
        assert "code=exited, status=2" in texts["report/journal-host.txt"]

    @pytest.mark.parametrize("secret", [SECRET, "KLQX9", "anna", "b8:27:eb", "an-unlikely-token"])
    def test_it_has_no_secret(self, secret: str, tmp_path: Path) -> None:
        assert not [name for name, text in self.packed(tmp_path).items() if secret in text]

    def test_real_tokens_are_hidden(self) -> None:
        """As `secrets.token_urlsafe(32)` makes them; no piece of twelve letters is left."""
        for seed in range(200):
            token = base64.urlsafe_b64encode(random.Random(seed).randbytes(32)).rstrip(b"=").decode()
            shown = bundle.hidden(f"x {token} y")
            assert not [token[k : k + 12] for k in range(len(token) - 12) if token[k : k + 12] in shown]

    def test_the_command_writes_it(self, tmp_path: Path) -> None:
        path = tmp_path / "report.zip"
        done = CliRunner().invoke(main, ["doctor", "--bundle", str(path)])
        assert done.exit_code == 0 and "Look through it" in done.output
        assert zipfile.is_zipfile(path)
        again = CliRunner().invoke(main, ["doctor", "--bundle", str(tmp_path / "no/report.zip")])
        assert again.exit_code == 1 and again.output.startswith("Error: ") and "cannot be written" in again.output
