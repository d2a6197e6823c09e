"""A host whose disk lets no table open: a page that says so, pictures that its owner may delete, and an end of it."""

from __future__ import annotations

import errno
import sqlite3
import threading
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.table import tokens
from companion.table.errors import StorageFailed
from companion.table.evidence import Evidence
from companion.table.tokens import Tokens
from companion.web import emergency
from companion.web.pages.words import LANGUAGES

FAULT = StorageFailed("no journal can be made (no space left on device)")


def caused(cause: Exception) -> StorageFailed:
    fault = StorageFailed("it cannot be opened")
    fault.__cause__ = cause
    return fault


@pytest.mark.parametrize(
    ("cause", "kind"),
    [
        (OSError(errno.ENOSPC, "no space"), "full"),
        (OSError(errno.EDQUOT, "quota"), "full"),
        (OSError(errno.EROFS, "read-only"), "fixed"),
        (OSError(errno.EACCES, "permission"), None),
        (sqlite3.OperationalError("database or disk is full"), "full"),
        (sqlite3.OperationalError("attempt to write a readonly database"), None),
        (ValueError("other"), None),
    ],
)
def test_only_the_disk_itself_is_an_emergency(cause: Exception, kind: str | None) -> None:
    assert emergency.kind_of(caused(cause)) == kind


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder with two kept pictures and its tokens."""
    Tokens(tmp_path)
    evidence = Evidence(tmp_path)
    for number in range(2):
        name = evidence.add(b"\xff\xd8\xff" + bytes([number]) * 50_000)
        evidence.describe(name, {})
        evidence.keep(name)
    assert evidence.kept()[0] == 2
    return tmp_path


def client(folder: Path) -> FlaskClient:
    return emergency.create_app(folder, FAULT, lambda: None).test_client()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", ["/", "/play", "/join?code=ABCD"])
def test_every_page_says_so_in_the_language_of_the_phone(folder: Path, language: str, path: str) -> None:
    answer = client(folder).get(path, headers={"Accept-Language": language})
    assert answer.status_code == 503 and f'<html lang="{language}">' in answer.text
    assert "emergency." not in answer.text and "style=" not in answer.text
    assert "default-src" in answer.headers["Content-Security-Policy"]


def test_pictures_are_deleted_by_the_owner_alone(folder: Path) -> None:
    stranger = {"REMOTE_ADDR": "192.168.1.9"}
    phone = client(folder)
    assert phone.post("/pictures/delete", environ_base=stranger).status_code == 403
    assert "<form" not in phone.get("/", environ_base=stranger).text
    assert phone.post("/pictures/delete", headers={"Origin": "http://elsewhere"}).status_code == 403
    assert Evidence(folder).kept()[0] == 2
    phone.set_cookie("dreimagier", tokens.path(folder, "host").read_text().strip())
    assert "<form" in phone.get("/", environ_base=stranger).text
    assert phone.post("/pictures/delete", environ_base=stranger).status_code == 303
    assert Evidence(folder).kept()[0] == 0


def test_at_the_machine_itself_no_token_is_asked_for(folder: Path) -> None:
    assert client(folder).post("/pictures/delete").status_code == 303
    assert Evidence(folder).kept()[0] == 0


def test_it_ends_by_itself_when_there_is_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(emergency, "EVERY_S", 0.01)
    over, room = threading.Event(), threading.Event()
    monkeypatch.setattr(emergency, "has_room", lambda _: room.is_set())
    watch = emergency.Watch(tmp_path, over.set)
    watch.start(lambda: True)
    assert not over.wait(0.05)
    room.set()
    assert over.wait(10)


def test_room_is_what_can_be_written(tmp_path: Path) -> None:
    assert emergency.has_room(tmp_path) and list(tmp_path.iterdir()) == []
    assert not emergency.has_room(tmp_path / "missing")
