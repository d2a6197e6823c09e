"""Three figures, always apart, worked out by hand for each kind of throw."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from vision.errors import PictureError
from vision.tools.score import Tally, Verdict, count_throw, judge, report

VALUES = {"red": 0, "black": 2}


def truth(legal: bool = True, category: str = "apart") -> dict[str, Any]:
    return {"category": category, "legal": legal, "wands": {c: {"top_value": v} for c, v in VALUES.items()}}


def read(status: str, red: int | None = 0, options: tuple[int, ...] = (), kind: str | None = None) -> dict[str, Any]:
    """What was read: black always rightly, red as given."""
    wands: dict[str, Any] = {"black": {"top": 2, "options": [2]}, "red": {"top": red, "options": list(options)}}
    return {"status": status, "kind": kind, "wands": wands}


def counted(truth: dict[str, Any], read: dict[str, Any] | None) -> Verdict:
    verdict = Verdict()
    count_throw(verdict, "1.jpg", truth, read)
    return verdict


@pytest.mark.parametrize(
    ("read", "right", "wrong", "faults"),
    [
        (read("ok"), (1, 1), (0, 1), []),
        (read("ok", red=1), (0, 1), (1, 1), ["1.jpg apart: ok "]),
        (read("ok") | {"wands": {"red": {"top": 0}}}, (0, 1), (1, 1), ["1.jpg apart: ok "]),
        (read("unsure", None, (0, 1), "doubt"), (0, 1), (0, 1), ["1.jpg apart: unsure doubt"]),
        (read("invalid", kind="stacked"), (0, 1), (0, 1), ["1.jpg apart: invalid stacked"]),
        (None, (0, 1), (0, 1), ["1.jpg: not read"]),
    ],
    ids=["right", "wrong", "one wand missing", "doubted", "refused", "not read"],
)
def test_a_legal_throw_is_right_when_sure_and_true(
    read: dict[str, Any] | None, right: tuple[int, int], wrong: tuple[int, int], faults: list[str]
) -> None:
    verdict = counted(truth(), read)
    assert (verdict.read_right, verdict.ok_but_wrong, verdict.faults) == (right, wrong, faults)
    assert verdict.illegal_noticed == (0, 0)


@pytest.mark.parametrize(
    ("read", "noticed", "wrong"),
    [
        (read("invalid"), (1, 1), (0, 1)),
        (read("unsure", options=(0,)), (1, 1), (0, 1)),
        (read("ok"), (0, 1), (0, 1)),
        (read("ok", red=2), (0, 1), (1, 1)),
        (None, (0, 1), (0, 1)),
    ],
)
def test_an_illegal_throw_is_noticed_when_anything_but_ok_is_said(
    read: dict[str, Any] | None, noticed: tuple[int, int], wrong: tuple[int, int]
) -> None:
    verdict = counted(truth(legal=False), read)
    assert (verdict.illegal_noticed, verdict.ok_but_wrong) == (noticed, wrong)
    assert verdict.read_right == verdict.doubts_true == (0, 0)
    assert bool(verdict.faults) == (noticed == (0, 1))


@pytest.mark.parametrize(
    ("options", "true"), [((0, 1), True), ((0,), True), ((1, 2), False), ((0, 1, 2), False), ((), False)]
)
def test_a_doubt_is_true_when_at_most_two_values_are_named_and_one_is_right(
    options: tuple[int, ...], true: bool
) -> None:
    assert counted(truth(), read("unsure", None, options)).doubts_true == (int(true), 1)
    assert counted(truth(), read("ok")).doubts_true == (0, 0)
    lone = read("unsure", None, options)
    del lone["wands"]["black"]
    assert counted(truth(), lone).doubts_true == (0, 1)


def test_foreign_things_may_be_refused_but_not_read_wrongly() -> None:
    verdict = Verdict()
    for index, status in enumerate(["invalid", "unsure", "ok"]):
        count_throw(verdict, f"{index}.jpg", truth(category="foreign_coin"), read(status, red=1))
    assert (verdict.read_right, verdict.ok_but_wrong) == ((0, 0), (1, 3))
    assert verdict.faults == ["2.jpg foreign_coin: ok "]
    assert verdict.categories == {"foreign_coin": Tally(count=3, good=0, wrong=1, doubts=1)}


def test_files_are_compared_by_the_pictures_name_whatever_folder_mark_and_blank_lines(tmp_path: Path) -> None:
    labels, lines = tmp_path / "labels.json", tmp_path / "lines"
    labels.write_text(json.dumps({"throws": {"a/1.jpg": truth(), "2.jpg": truth(False), "3.jpg": truth()}}))
    said = [read("ok") | {"image": "b/c/1.jpg"}, read("ok") | {"image": "2.jpg"}, read("ok") | {"image": "9.jpg"}]
    lines.write_text("\ufeff" + "\n\n".join(map(json.dumps, said)) + "\n \n", encoding="utf-8")
    verdict = judge(labels, lines)
    assert (verdict.read_right, verdict.ok_but_wrong, verdict.illegal_noticed) == ((1, 2), (0, 3), (0, 1))
    assert verdict.categories == {"apart": Tally(count=3, good=1, missing=1)}
    assert verdict.faults == ["2.jpg apart: ok ", "3.jpg: not read"]


@pytest.mark.parametrize("line", ["nonsense", "[1]", "{}", '{"image": 5}', '{"image": null}', "\udcff"])
def test_a_line_that_is_no_prediction_is_named_by_its_number(tmp_path: Path, line: str) -> None:
    (tmp_path / "labels.json").write_text('{"throws": {}}')
    (tmp_path / "lines").write_bytes(f'{{"image": "1.jpg"}}\n\n{line}\n'.encode(errors="surrogateescape"))
    with pytest.raises(PictureError, match="lines, line 3: no prediction"):
        judge(tmp_path / "labels.json", tmp_path / "lines")


@pytest.mark.parametrize(
    ("label", "line"),
    [
        (truth(), {"image": "1.jpg"}),
        (truth(), {"image": "1.jpg", "status": "ok"}),
        (truth(), {"image": "1.jpg", "status": "unsure", "wands": {"red": {"top": 0}, "black": {"top": 2}}}),
        ({}, {"image": "1.jpg", "status": "ok", "wands": {}}),
        (None, None),
    ],
    ids=["no status", "no wands", "a doubt between nothing", "no truth", "an empty label"],
)
def test_what_lacks_what_is_compared_is_named_by_its_picture(tmp_path: Path, label: Any, line: Any) -> None:
    (tmp_path / "labels.json").write_text(json.dumps({"throws": {"1.jpg": label}}))
    (tmp_path / "lines").write_text(json.dumps(line) if line else "")
    with pytest.raises(PictureError, match=r"1\.jpg: .* lacks"):
        judge(tmp_path / "labels.json", tmp_path / "lines")


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"throws": []}', '{"throws": 1}', None])
def test_labels_without_throws_are_refused(tmp_path: Path, text: str | None) -> None:
    (tmp_path / "lines").write_text("")
    if text is not None:
        (tmp_path / "labels.json").write_text(text)
    with pytest.raises(PictureError, match=r"labels\.json"):
        judge(tmp_path / "labels.json", tmp_path / "lines")


def test_the_report_has_shares_a_table_and_what_went_wrong() -> None:
    tallies = {"stacked": Tally(2, 1), "apart": Tally(3, 2, 1, 0, 0)}
    lines = report(Verdict((2, 3), (1, 5), (1, 2), (0, 0), tallies, ["7.jpg: not read"])).splitlines()
    assert lines[0].endswith("read fully right: 2 of 3 (66.7 %)")
    assert lines[1] == "given as ok but wrong: 1 of 5 (20.0 %)"
    assert lines[2] == "illegal states not given as ok: 1 of 2 (50.0 %)"
    assert lines[3] == "doubts that name the true values: 0 of 0"
    assert [line.split() for line in lines[6:8]] == [["apart", *"32100"], ["stacked", *"21000"]]
    assert lines[8:] == ["", "7.jpg: not read"]
    assert report(Verdict()).splitlines()[-1].startswith("category")
