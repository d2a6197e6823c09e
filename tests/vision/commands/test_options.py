"""What the commands share: a fault is one line and a code, colours are told apart, options have their defaults."""

from __future__ import annotations

import errno
from collections.abc import Callable

import click
import pytest
from click.testing import CliRunner, Result

from vision.commands.options import (
    REFUSED,
    UNREADABLE,
    camera_option,
    complain,
    expect_option,
    pane_option,
    plainly,
    wands_option,
)
from vision.errors import CameraTimeout, PaneError, StorageError, VisionError


def failing(error: Exception) -> Callable[[], None]:
    """What ends with an error."""

    def fail() -> None:
        raise error

    return plainly(fail)


@click.command()
@pane_option
@wands_option
@expect_option
@camera_option
def asked(pane_path: str, wands_path: str, expect: list[str] | None, camera: str) -> None:
    """Say what was asked for."""
    click.echo(f"{pane_path} {wands_path} {expect} {camera}")


def ask(*arguments: str) -> Result:
    return CliRunner().invoke(asked, arguments)


def test_the_codes_are_those_of_the_manual() -> None:
    assert (REFUSED, UNREADABLE) == (1, 2)


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (VisionError("too dark"), "too dark"),
        (PaneError("the pane\nis  askew"), r"the pane\nis askew"),
        (StorageError("cannot write x"), "cannot write x"),
        (CameraTimeout("no frame came"), "no frame came"),
        (OSError(errno.ENOSPC, "No space left on device", "a.json"), "a.json: No space left on device"),
        (OSError(errno.EIO, "Input/output error"), "[Errno 5] Input/output error"),
        (OSError("the driver says\n no"), "the driver says no"),
    ],
)
def test_a_fault_is_one_line_and_ends_as_unreadable(
    error: Exception, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        failing(error)()
    assert end.value.code == UNREADABLE
    assert capsys.readouterr() == ("", f"error: {line}\n")


def test_a_reader_who_has_seen_enough_is_no_fault(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(BrokenPipeError):
        failing(BrokenPipeError(errno.EPIPE, "Broken pipe"))()
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("error", [ValueError("a mistake of ours"), KeyError("red"), click.Abort()])
def test_a_mistake_of_the_program_is_not_hushed_up(error: Exception, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(type(error)):
        failing(error)()
    assert capsys.readouterr().err == ""


def test_what_goes_well_is_handed_on_as_it_is() -> None:
    @plainly
    def joined(one: str, *, other: str) -> str:
        """Put two together."""
        return one + other

    assert joined("a", other="b") == "ab"
    assert (joined.__name__, joined.__doc__) == ("joined", "Put two together.")


def test_a_code_of_its_own_stands() -> None:
    @plainly
    def refused() -> None:
        raise SystemExit(REFUSED)

    with pytest.raises(SystemExit) as end:
        refused()
    assert end.value.code == REFUSED


def test_a_complaint_of_several_lines_is_one(capsys: pytest.CaptureFixture[str]) -> None:
    complain(" the wand\n\tlies   on the rim\n")
    assert capsys.readouterr() == ("", "error: the wand lies on the rim\n")


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ("red", ["red"]),
        ("red,black", ["red", "black"]),
        (" red , weiß,, ", ["red", "weiß"]),
        ("black,red,black", ["black", "red", "black"]),
    ],
)
def test_colours_are_told_apart_by_commas(given: str, found: list[str]) -> None:
    assert ask("--pane", "p", "--wands", "w", "--expect", given).output == f"p w {found} auto\n"


def test_who_does_not_ask_for_colours_means_all() -> None:
    assert ask("--pane", "p", "--wands", "w").output == "p w None auto\n"


@pytest.mark.parametrize("given", ["", ",", " , "])
def test_an_option_that_names_no_colour_is_refused(given: str) -> None:
    told = ask("--pane", "p", "--wands", "w", "--expect", given)
    assert told.exit_code == UNREADABLE and "name at least one wand, as red,black" in told.output


def test_the_camera_is_the_named_one() -> None:
    assert ask("--pane", "p", "--wands", "w", "--camera", "pi:1,flip=yes").output == "p w None pi:1,flip=yes\n"


@pytest.mark.parametrize("missing", ["--pane", "--wands"])
def test_pane_and_wands_must_be_named(missing: str) -> None:
    named = {"--pane": "p", "--wands": "w"}
    del named[missing]
    result = ask(*next(iter(named.items())))
    assert result.exit_code == 2 and f"Missing option '{missing}'" in result.stderr
