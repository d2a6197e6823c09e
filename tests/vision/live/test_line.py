"""What the two processes of the eye say to each other comes over as it was said, a line for each message."""

from __future__ import annotations

import io

import msgspec
import pytest

from companion.protocol import EyeOrder, EyeReport, EyeTask, Reading, Said, Taught, WandReading
from vision.live.line import Beat, Failed, FromChild, Learnt, Seen, Shown, Wanted, encoded

WAND = WandReading(2, "fate", False, [0, 2], [(1.5, 2.0), (3.0, 4.0), (5.0, 6.0), (7.0, 8.25)], "kept")
READING = Reading("unsure", "nudged", {"grün": WAND})
JPEG = b"\xff\xd8\n\r\x00\x85\xe2\x80\xa8\xff\xd9"
TASK = EyeTask("teach", "asking", 1, 9, Said("teach-value", {"wand": "red"}), names=["empty.jpg"])
WORDS: list[FromChild] = [
    Beat("ok", "pi", False, "empty"),
    Beat("degraded", "usb:0", True, None, "dark\nand cold", True),
    Seen(7, "throw.red.7", READING, JPEG, True),
    Seen(8, None, READING, b"", False),
    Shown(JPEG, True, EyeReport(None, TASK)),
    Learnt(Taught("pane.json", '{\n "version": 1\n}\n')),
    Failed("the camera\r\nis gone\u2028now\x85"),
]
NAMES = [f"{type(word).__name__} {number}" for number, word in enumerate(WORDS)]
WISH = Wanted(3, "throw.red.3", ["red", "weiß"], ["black"], 2, True, [EyeOrder(5, "begin", "teach", ["red"])])


@pytest.mark.parametrize("word", WORDS, ids=NAMES)
def test_whatever_a_child_says_is_one_line_and_comes_over_whole(word: FromChild) -> None:
    line = encoded(word)
    assert line.count(b"\n") == 1 and line.endswith(b"\n") and b"\r" not in line
    assert msgspec.json.decode(line, type=FromChild) == word


def test_lines_one_after_the_other_are_told_apart() -> None:
    pipe = io.BytesIO(b"".join(encoded(word) for word in WORDS))
    assert [msgspec.json.decode(line, type=FromChild) for line in pipe] == WORDS


def test_a_wish_comes_over_whole() -> None:
    assert encoded(WISH).count(b"\n") == 1
    assert msgspec.json.decode(encoded(WISH), type=Wanted) == WISH


def test_nothing_is_watched_or_ordered_unless_it_is_said() -> None:
    told = msgspec.json.decode(b'{"type":"wanted","seq":1,"question":null,"wands":[],"kept":[],"toss":0}', type=Wanted)
    assert (told.watched, told.orders) == (False, [])


def test_a_beat_tells_of_no_fault_and_of_no_wands_that_lie_unless_it_is_said() -> None:
    told = msgspec.json.decode(b'{"type":"beat","state":"ok","backend":"pi","simulated":false,"pane":null}', type=Beat)
    assert told == Beat("ok", "pi", False, None, "", False)


@pytest.mark.parametrize(
    "line",
    [
        encoded(WISH),
        b"[ WARN:0] the driver says something\n",
        b"\n",
        b'{"type":"beat"}\n',
        b'{"state":"ok","backend":"pi","simulated":false,"pane":null}\n',
        b'{"type":"beat","state":"failed","backend":"pi","simulated":false,"pane":null}\n',
        b'{"type":"beat","state":"ok","backend":"pi","simulated":false,"pane":"full"}\n',
        b'{"type":"gone","detail":"x"}\n',
        encoded(WORDS[2])[:-20],
    ],
    ids=["a wish", "a driver's line", "nothing", "bare", "no kind", "a state", "a pane", "another kind", "half"],
)
def test_what_no_child_says_is_no_message(line: bytes) -> None:
    with pytest.raises(msgspec.MsgspecError):
        msgspec.json.decode(line, type=FromChild)
