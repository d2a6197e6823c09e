"""What a service said last, beside what doctor sees itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.commands.findings import Finding
from tests.commands.doctor.workshop import Workshop


class TestJournal:
    """What a service said last, beside what doctor sees itself."""

    UNIT = "dreimagier-vision.service"

    def services(self, folder: Path, journal: str | None, state: str = "active") -> list[Finding]:
        shop = Workshop(folder)
        shop.write(f"/etc/systemd/system/{self.UNIT}", "")
        shop.answers |= {
            f"systemctl show --property=ActiveState --value {self.UNIT}": state,
            f"systemctl show --property=InvocationID --value {self.UNIT}": "abc",
        }
        asked = "journalctl --quiet --no-pager --output=json --lines=1 --priority=notice _SYSTEMD_INVOCATION_ID=abc"
        if journal is not None:
            shop.answers[asked] = journal
        return shop.bad()

    def test_a_service_that_runs_with_a_fault_is_a_note_with_its_own_words(self, tmp_path: Path) -> None:
        line = '{"PRIORITY":"3","MESSAGE":"vision: no throws are read: the camera is unplugged","_PID":"7"}'
        found = self.services(tmp_path, line)
        assert [(each.state, each.text) for each in found] == [
            ("note", f"{self.UNIT} says: vision: no throws are read: the camera is unplugged")
        ]
        assert found[0].cure == f"journalctl -u {self.UNIT} -n 20"

    def test_a_service_that_has_failed_says_why(self, tmp_path: Path) -> None:
        found = self.services(tmp_path, '{"PRIORITY":"4","MESSAGE":"vision: the host is away"}', "failed")
        assert [(each.state, each.text) for each in found] == [
            ("wrong", f"{self.UNIT} has failed: vision: the host is away")
        ]

    @pytest.mark.parametrize(
        "journal",
        [
            None,
            "",
            "rubbish",
            '{"PRIORITY":"3"}',
            '{"PRIORITY":"3","MESSAGE":[255,1]}',
            '{"PRIORITY":"5","MESSAGE":"vision: the camera works again"}',
        ],
    )
    def test_a_fault_that_is_over_or_no_journal_is_silence(self, journal: str | None, tmp_path: Path) -> None:
        assert self.services(tmp_path, journal) == []
