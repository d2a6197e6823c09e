"""A bid that a role may not see reaches it by no way: all that is sent is recorded twice, with other bids of others."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.web.games.wizard.evening import Evening

TOKENS = re.compile(r"[0-9a-f]{8,}|\b[A-Z]{4}(?:[A-Z]{2})?\b|M\d+ \d+\.5h[^\"]*|\"(?:played_s|began|at)\":[0-9]+")
"""Random names (of a part's hash the part itself is compared), the table's code, and that in a drawing to scan."""
PATHS = ("/", "/play", "/after", "/join", "/new", "/setup", "/archive", "/wizard/block.csv", "/wizard/block.txt",
         "/wizard/block.svg", "/wizard/block.html", "/fragments?page=play", "/fragments?page=table",
         "/api/state")  # fmt: skip
ASKED = (
    {"type": "bid", "seat": "fox", "bid": 1},
    {"type": "mend", "seat": "fox", "round": 2, "bids": {"owl": 1}},
    {"type": "mend", "seat": "fox", "round": 2, "dealer": "owl"},
    {"type": "round", "seat": "fox", "bids": {"owl": 1, "fox": 1, "stag": 1}, "tricks": {"owl": 2}},
    {"type": "tricks", "seat": "fox", "tricks": {"owl": 2}},
    {"type": "trick", "seat": "fox", "winner": "owl"},
)


def everything(evening: Evening, seat: str | None) -> list[str]:
    """All that this role can get hold of."""
    client = evening.clients[seat] if seat else evening.guest
    found = []
    for path in (*PATHS, "/api/record"):
        answer = client.get(path)
        found.append(f"{path} {answer.status_code}\n{answer.text}")
    for action in ASKED:
        answer = client.post("/api/why", json={"seat": seat, "action": action})
        found.append(f"why {action} {answer.status_code}\n{answer.text}")
    return [TOKENS.sub("*", text) for text in found]


def replaced(evening: Evening) -> None:
    """The phone of the fox is given up, and another one takes the seat."""
    answer = evening.clients["fox"].post("/api/leave", json={"request": "gone", "seat": "fox"})
    assert answer.status_code == 200, answer.text
    client = evening.app.test_client()
    told = {"code": evening.table.code, "seat": "fox", "name": "Ute"}
    assert client.post("/api/join", json=told).status_code == 200
    evening.clients["fox"] = client


def course(folder: Path, mode: str, owl: int, stag: int) -> list[list[str]]:
    """A round with these bids of others, told step by step until it ends (hidden ones: until they are shown)."""
    evening, told = Evening(folder, bids=mode), list[list[str]]()

    def look() -> None:
        told.extend([everything(evening, "fox"), everything(evening, None)])

    evening.round((0, 0, 0), (1, 0, 0))
    evening.act("owl", "turn", card="red")
    look()
    evening.act("owl", "bid", bid=(owl + 1) % 3)
    look()
    evening.act("owl", "bid", besides=True, bid=owl)
    look()
    evening.act("fox", "bid", bid=1)
    look()
    replaced(evening)
    look()
    if mode == "secret":
        evening.act("stag", "bid", bid=stag)
        look()
        evening.clients["owl"].post("/api/undo", json={"seq": evening.table.course.seq, "request": "u", "seat": "owl"})
        look()
        evening.act("owl", "trick", winner="stag")
        look()
    evening.table.close()
    return told


@pytest.mark.parametrize("mode", ["hidden", "secret"])
def test_what_is_sent_is_the_same_whatever_others_bid(tmp_path: Path, mode: str) -> None:
    one, two = (course(tmp_path / name, mode, *bids) for name, bids in (("one", (0, 2)), ("two", (2, 1))))
    for step, (mine, other) in enumerate(zip(one, two, strict=True)):
        for text, twin in zip(mine, other, strict=True):
            assert text == twin, f"step {step}, {'fox' if step % 2 == 0 else 'spectator'}: {text.splitlines()[0]}"


@pytest.mark.parametrize(("mode", "hiding"), [("open", []), ("hidden", ["bid"]), ("secret", ["bid", "trick"])])
def test_one_device_for_all_is_covered_only_while_bids_are_hidden(tmp_path: Path, mode: str, hiding: list[str]) -> None:
    evening, found = Evening(tmp_path / mode, bids=mode), set()
    tokens = [client.get_cookie("dreimagier") for client in evening.clients.values()]
    evening.guest.set_cookie("dreimagier", ".".join(token.value for token in tokens if token))

    def look(phase: str) -> None:
        html = evening.parts()["actions"]
        assert ("data-uncover" in html) != ("data-act" in html)
        found.add((phase, "data-uncover" in html))

    for number in (1, 2):
        look("turn")
        evening.act("owl", "turn", card="wizard")
        look("trump")
        evening.act("stag" if number == 1 else "owl", "trump", colour="red")
        while evening.asked() and evening.asked()[0]["kind"].startswith("bid"):
            look("bid")
            evening.act(evening.asked()[0]["seat"], "bid", bid=0)
        look("trick")
        evening.act("owl", "tricks", besides=True, tricks={"owl": number})
    assert found == {(phase, phase in hiding) for phase in ("turn", "trump", "bid", "trick")}
    evening.table.close()


def test_a_round_that_is_dealt_anew_is_covered_while_its_first_bids_are_secret(tmp_path: Path) -> None:
    evening = Evening(tmp_path / "anew", bids="secret")
    evening.act("owl", "turn", card="red")
    evening.act("owl", "bid", bid=1)
    evening.act("fox", "misdeal", besides=True)
    assert evening.state()["hides"], "the history tells its owner of it"
    evening.table.close()


def test_the_comparison_can_fail(tmp_path: Path) -> None:
    told = [course(tmp_path / name, "hidden", owl, 0)[5] for name, owl in (("one", 0), ("two", 0))]
    assert told[0] == told[1]
    shown = []
    for name, bid in (("three", 0), ("four", 1)):
        evening = Evening(tmp_path / name)
        evening.act("owl", "turn", card="red")
        evening.act("owl", "bid", bid=bid)
        shown.append(everything(evening, "fox"))
        evening.table.close()
    assert shown[0] != shown[1]


def test_a_seat_sees_its_own_bid_and_all_see_all_at_the_end(tmp_path: Path) -> None:
    evening = Evening(tmp_path / "own", bids="secret")
    evening.bids(1, 0, 1)
    assert evening.state("owl")["view"]["playing"]["bids"] == {"owl": 1}
    assert evening.state()["view"]["playing"]["bids"] == {}
    evening.act("owl", "trick", winner="owl")
    assert evening.state()["view"]["done"][0]["bids"] == {"owl": 1, "fox": 0, "stag": 1}
    evening.table.close()
