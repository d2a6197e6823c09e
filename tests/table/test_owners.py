"""Owners by presence: a short code that serves once, devices that last over restarts and can be withdrawn."""

from __future__ import annotations

import stat
from pathlib import Path

from companion.table.owners import AT_MOST, LENGTH, Owners, code_file


def test_the_code_makes_an_owner_once(tmp_path: Path) -> None:
    owners = Owners(tmp_path, lambda: 5.0)
    code = owners.code
    assert len(code) == LENGTH and code_file(tmp_path).read_text().strip() == code
    assert stat.S_IMODE(code_file(tmp_path).stat().st_mode) == 0o600
    assert owners.prove("WRONGX") is None and owners.prove("") is None and owners.all() == ()
    token = owners.prove(f" {code[:3].lower()} {code[3:]}")
    assert token is not None and owners.find(token) == owners.all()[0] and owners.all()[0].since == 5
    assert owners.code != code and owners.prove(code) is None, "the next needs the next code"


def test_owners_last_over_a_restart_and_their_secrets_are_kept_as_hashes_alone(tmp_path: Path) -> None:
    owners = Owners(tmp_path)
    token = owners.prove(owners.code)
    assert token is not None
    again = Owners(tmp_path)
    assert again.find(token) is not None and again.code != owners.code
    assert token not in (tmp_path / "tokens" / "owners.json").read_text()


def test_an_owner_is_withdrawn_and_the_code_that_he_may_know_with_him(tmp_path: Path) -> None:
    owners = Owners(tmp_path)
    first, second = owners.prove(owners.code), owners.prove(owners.code)
    assert first is not None and second is not None
    code, found = owners.code, owners.find(first)
    assert found is not None and owners.withdraw(found.id) and not owners.withdraw(found.id)
    assert owners.find(first) is None and owners.find(second) is not None and owners.code != code
    assert Owners(tmp_path).find(first) is None


def test_there_are_only_so_many(tmp_path: Path) -> None:
    owners = Owners(tmp_path)
    tokens = [owners.prove(owners.code) or "" for _ in range(AT_MOST + 1)]
    assert [owners.find(token) is not None for token in tokens] == [False] + [True] * AT_MOST


def test_a_damaged_list_is_set_aside_and_makes_nobody_an_owner(tmp_path: Path) -> None:
    (tmp_path / "tokens").mkdir()
    (tmp_path / "tokens" / "owners.json").write_text("[{")
    assert Owners(tmp_path).all() == ()
    assert (tmp_path / "tokens" / "owners.json.damaged-1").read_text() == "[{"
