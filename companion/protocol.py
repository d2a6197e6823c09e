"""Every message between host, phones and devices.

With ``companion.link`` all of ``companion`` that ``vision`` and ``firmware`` import.  Messages are JSON over HTTP; the
host pushes ``DeviceState`` to devices as server-sent events (``event: state``), with a ``: heartbeat`` comment every
second.
Unknown fields are ignored on reading, so that a newer program talks to an older one.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

VERSION = 1

Role = Literal[
    "target-magician", "target-apprentice", "chosen", "own", "contested", "banished", "winner", "unsure", "possible"
]
ROLES: tuple[Role, ...] = (
    "target-magician",
    "target-apprentice",
    "chosen",
    "own",
    "contested",
    "banished",
    "winner",
    "unsure",
    "possible",
)
"""What a node of the board may glow as; firmware and pages draw the same roles.

``possible`` stands beside a target: legal, but no suggestion; drawn dimmer.
"""

Face = Literal["power", "magic", "fate"]
Status = Literal["ok", "unsure", "invalid", "moving", "empty", "blind"]
"""What the pane shows; ``blind``: nothing can be seen (dark, washed out, covered, frozen), which is not ``empty``."""
Kind = Literal[
    "stacked", "leaning", "standing", "partly-off", "missing", "too-many", "obstructed", "nudged", "frozen", "moved"
]
"""Kinds of an invalid pane; ``obstructed`` is a hand or foreign object over a wand, ``moved`` a camera that was moved,
turned or mirrored by more than can be followed.
"""
Movement = Literal["thrown", "kept", "nudged"]
Device = Literal["vision", "firmware"]


class WandReading(msgspec.Struct, frozen=True, omit_defaults=False):
    """What the camera says of one wand: value on top, face on the pane, whether sure, at most two possible values.

    ``corners_px`` are the four corners of the bottom face in the picture, clockwise, x right and y down.
    """

    top: int | None
    bottom: Face | None
    sure: bool
    options: list[int]
    corners_px: list[tuple[float, float]]
    movement: Movement | None = None


class Reading(msgspec.Struct, frozen=True):
    """What one settled picture of the pane shows."""

    status: Status
    kind: Kind | None
    wands: dict[str, WandReading]


class ThrowReport(msgspec.Struct, frozen=True):
    """From vision: wands came to rest.  ``seq`` and ``question`` are those of the state it looked at.

    ``picture`` is the SHA-256 of the deciding frame (masked JPEG), uploaded before to ``/api/device/picture``.
    """

    seq: int
    question: str | None
    request: str
    reading: Reading
    picture: str | None = None
    simulated: bool = False


class Heartbeat(msgspec.Struct, frozen=True):
    """From a device, every second: whether it works, what it runs on, and a sentence when it does not."""

    device: Device
    state: Literal["ok", "degraded", "failed"]
    backend: str
    simulated: bool
    detail: str = ""
    pane: Status | None = None
    limited: bool = False


class ButtonPress(msgspec.Struct, frozen=True):
    """From firmware: a seat's button (0, 1, 2 in playing order) was pressed or held."""

    button: int
    gesture: Literal["press", "hold"]
    request: str
    seq: int


class ThrowRequest(msgspec.Struct, frozen=True):
    """The throw that the table waits for; ``kept`` maps a lying wand to its value."""

    question: str
    seat: str
    kind: str
    wands: list[str]
    kept: dict[str, int]


EyeJob = Literal["calibrate", "corners", "teach", "trial"]
"""What the eye learns with people's help: pane by the printed board, pane by its corners, wands, ten throws to try."""
EyeDo = Literal[
    "begin", "stop", "over", "take", "value", "values", "enough", "more", "corners", "right", "wrong", "toss", "lay",
    "lock",
]  # fmt: skip
"""What people ask of the eye at the pages; ``lay`` and ``toss`` are for cameras without hands around them."""


class EyeOrder(msgspec.Struct, frozen=True):
    """To the eye: one tap at a set-up page.  ``number`` rises; the last few are told with every state.

    ``colours`` are the wands to teach, ``wand`` the one that is taught anew, ``value`` what people say that it shows;
    ``corners`` are places in the picture (0 to 1 both ways, clockwise) and ``size`` the opening in mm.
    """

    number: int
    do: EyeDo
    job: EyeJob | None = None
    colours: list[str] = []
    wand: str | None = None
    value: int | None = None
    corners: list[tuple[float, float]] = []
    size: tuple[float, float] | None = None


class Said(msgspec.Struct, frozen=True):
    """A sentence of the eye for people: its code and what stands in it; the host puts it into their language."""

    code: str
    values: dict[str, str | int | float] = {}


class EyeLook(msgspec.Struct, frozen=True):
    """How the picture is: ``sharp`` now beside the best so far, what is to be said of it, where lamps are mirrored
    (x, y, width, height; 0 to 1), whether exposure and lens are held (None: this camera has nothing to hold).

    ``pane`` and ``wands``: whether they are known; ``size_mm`` of the opening, ``size_px`` of the picture.
    """

    sharp: float
    best: float
    said: list[Said]
    mirrored: list[tuple[float, float, float, float]]
    locked: bool | None
    pane: bool
    wands: list[str]
    size_px: tuple[int, int]
    size_mm: tuple[float, float] | None = None


class EyeTask(msgspec.Struct, frozen=True):
    """Where a guided step stands.  ``ask`` is the one thing asked now, ``last`` what came of the picture before.

    ``wand``, ``face`` and ``top`` are to be drawn; ``choices`` are the orders that make sense (``value:2``);
    ``outlines`` are boards that counted (0 to 1); ``names`` the files that are kept; ``values`` of the throw on trial.
    """

    job: EyeJob
    phase: Literal["waiting", "checking", "asking", "stuck", "done"]
    done: int
    wanted: int
    ask: Said
    last: Said | None = None
    good: bool = False
    wand: str | None = None
    face: Face | None = None
    top: int | None = None
    choices: list[str] = []
    outlines: list[list[tuple[float, float]]] = []
    names: list[str] = []
    notes: list[Said] = []
    values: dict[str, list[int]] = {}


class EyeReport(msgspec.Struct, frozen=True):
    """From vision, while somebody is at a set-up page: how the picture is, and the step that is under way."""

    look: EyeLook | None = None
    task: EyeTask | None = None


class DeviceState(msgspec.Struct, frozen=True):
    """To devices: all that they need, whole, at every change.

    ``lamps`` maps nodes to roles.  ``dark`` asks for dark lamps (a throw is awaited).  ``toss`` counts the throws
    that players asked of a *simulated* camera since the host began (then 0); another count than before, but for 0,
    drops the wands of ``throw``.  ``lamp_numbers`` maps nodes to the strip's lamps as the board file says.
    ``sounds`` lists the sounds of the last entry.  ``positions`` maps nodes to millimetres on the board (x east, y
    south), for strips that draw it; it may be empty.  ``taught`` maps the files that the eye was taught
    (``pane.json``, ``wands.json``) to their SHA-256: it gets them from ``/api/device/taught``.  ``watched``: somebody
    looks through the eye at a set-up page; ``orders`` are what people asked of it there, the newest last.
    """

    version: int
    table: str
    seq: int
    throw: ThrowRequest | None
    lamps: dict[str, list[Role]]
    dark: bool
    lamp_numbers: dict[str, list[int]]
    seats: list[str]
    asked: list[str]
    toss: int = 0
    sounds: list[str] = []
    positions: dict[str, tuple[float, float]] = {}
    taught: dict[str, str] = {}
    watched: bool = False
    orders: list[EyeOrder] = []


TAUGHT = ("pane.json", "wands.json")
"""Files that the eye is taught; the host keeps them."""


class Taught(msgspec.Struct, frozen=True):
    """From vision: a file that the eye has just been taught (one of ``TAUGHT``), as text, to be kept by the host."""

    name: str
    content: str


class Unreadable(msgspec.ValidationError, ValueError):
    """These bytes are no ``DeviceState``."""


class NotForDevices(Unreadable):
    """A state as spectators get it: to the host this device is a stranger, its token is not the host's newest."""


def read_device_state(data: bytes) -> DeviceState:
    """The JSON of a ``DeviceState``; roles of a newer host that are not in ``ROLES`` are left out.

    Raises Unreadable, and NotForDevices where the host has sent what it sends to spectators.
    """
    try:
        told = msgspec.json.decode(data)
        if isinstance(told, dict):
            _sift(told)
        return msgspec.convert(told, DeviceState)
    except Unreadable:
        raise
    except RecursionError as error:
        raise Unreadable("nested too deeply") from error
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise Unreadable(str(error)) from error


def _sift(told: dict[str, Any]) -> None:
    """Leave roles out that this program does not know.  Raises NotForDevices for a spectator's state."""
    if "view" in told:
        raise NotForDevices("a state for spectators, not for devices")
    if isinstance(lamps := told.get("lamps"), dict):
        told["lamps"] = {node: _known(roles) for node, roles in lamps.items()}


def _known(roles: Any) -> Any:
    """The roles of a node that this program knows; what is no list of names is left as it is, to be refused."""
    if not isinstance(roles, list):
        return roles
    return [role for role in roles if role in ROLES or not isinstance(role, str)]


class Command(msgspec.Struct, frozen=True):
    """From a phone: one action.  ``request`` is unique a tap: the same again changes nothing, with the same answer."""

    seq: int
    question: str
    request: str
    seat: str
    action: dict[str, Any]


class Refusal(msgspec.Struct, frozen=True):
    """Why not: the rule's id and one sentence in the player's language; ``nodes`` of the board it speaks of."""

    rule: str
    text: str
    nodes: tuple[str, ...] = ()


class Answer(msgspec.Struct, frozen=True):
    """To every command.  ``stale`` and ``refused`` changed nothing; ``state`` is the table as that role sees it."""

    outcome: Literal["done", "stale", "refused"]
    seq: int
    refusal: Refusal | None
    state: dict[str, Any]


class DeviceHealth(msgspec.Struct, frozen=True):
    """State of one program, as the host knows it."""

    state: Literal["ok", "degraded", "failed", "absent"]
    backend: str | None
    simulated: bool
    detail: str
    seen_s: float | None


class Health(msgspec.Struct, frozen=True):
    """Answer of ``GET /health``.

    ``safe`` says why the host runs in safe mode (None: it does not), ``unsaved`` why the last action was not saved.
    """

    status: Literal["ok", "degraded"]
    version: str
    host: str
    seq: int
    vision: DeviceHealth
    firmware: DeviceHealth
    safe: str | None = None
    unsaved: str | None = None


def encode(message: msgspec.Struct) -> bytes:
    """JSON with sorted keys."""
    return msgspec.json.encode(message, order="sorted")


class Join(msgspec.Struct, frozen=True):
    """From a phone: take a seat with the table's code; the name is shown to all."""

    code: str
    seat: str | None
    name: str


class JoinAnswer(msgspec.Struct, frozen=True):
    """To ``Join``.  The token is in a cookie too; ``waiting``: somebody must agree to ``ask`` first."""

    token: str
    seat: str
    waiting: bool
    ask: int | None = None


class Withdraw(msgspec.Struct, frozen=True):
    """From a browser that waits at the door: it does not want in any more."""

    code: str
    request: str


class AskEvening(msgspec.Struct, frozen=True):
    """From a browser without a seat: begin a new evening, with every seat free."""

    code: str
    name: str


class Evening(msgspec.Struct, frozen=True):
    """From a seat or, without seat, from the host: a new game, the same but for these options, every seat free."""

    request: str
    seat: str | None = None
    options: dict[str, Any] = {}


class Free(msgspec.Struct, frozen=True):
    """From a seat or, without seat, from the host: free the seat ``free``, whose phone is away."""

    request: str
    free: str
    seat: str | None = None


class Forget(msgspec.Struct, frozen=True):
    """From a seat or the host: take a name out of every game that is kept."""

    request: str
    name: str
    seat: str | None = None


class Undo(msgspec.Struct, frozen=True):
    """From a seat: take the last decision back; ``all``: every one back to the last throw."""

    seq: int
    request: str
    seat: str
    all: bool = False


class Vote(msgspec.Struct, frozen=True):
    """From a seat: its voice in an open ask (``state.ask``, ``state.knocks``), one of its choices.

    ``withdraw`` from the seat that asked takes it back.
    In a dispute the choice may be ``value:`` and the throw action as JSON.
    """

    request: str
    seat: str
    ask: int
    choice: str


class Judge(msgspec.Struct, frozen=True):
    """From a seat: its answer to the open proposal (``state.proposal.id``), one of its choices."""

    seq: int
    request: str
    seat: str
    proposal: int
    choice: str


class Toss(msgspec.Struct, frozen=True):
    """From the seat that is to throw: drop the wands of the *simulated* camera."""

    seat: str
    seq: int
    request: str


class Correct(msgspec.Struct, frozen=True):
    """From a seat: an old throw (entry number in the history) was read wrongly; ``action`` is the throw as it was."""

    seq: int
    request: str
    seat: str
    entry: int
    action: dict[str, Any]


class Dispute(msgspec.Struct, frozen=True):
    """From a seat: question the last throw."""

    seq: int
    request: str
    seat: str


class Check(msgspec.Struct, frozen=True):
    """From a seat, after a restart: let piece ``at`` of the board glow (``state.check.pieces``; None: done).

    ``wrong`` are the pieces that stood wrongly so far.
    """

    request: str
    seat: str
    at: int | None = None
    wrong: list[int] = []


class EyeTap(msgspec.Struct, frozen=True):
    """From the host: one order to the eye (``number`` is the host's to give)."""

    request: str
    order: EyeOrder


class Glow(msgspec.Struct, frozen=True):
    """From the host: let one lamp of the strip glow alone, to see where it is (None: none)."""

    request: str
    lamp: int | None = None


class LampMap(msgspec.Struct, frozen=True):
    """From the host: which lamps of the strip shine under which node.

    ``part``: only remembered, to be gone on with at lamp ``at``; ``spare`` are lamps that shine under none.
    """

    request: str
    lamps: dict[str, list[int]]
    part: bool = False
    at: int = 0
    spare: list[int] = []


class NewGame(msgspec.Struct, frozen=True):
    """From a seat (the others must agree) or, without seat, from the host: begin a new game with these options."""

    seq: int
    request: str
    seat: str | None = None
    options: dict[str, Any] = {}


class Leave(msgspec.Struct, frozen=True):
    """From a seat: give it up."""

    request: str
    seat: str


class Read(msgspec.Struct, frozen=True):
    """From a seat or the host: the notices of the table have been read."""

    request: str
    seat: str | None = None


class HostLogin(msgspec.Struct, frozen=True):
    """From a browser: the host's token, to set up this table from here."""

    token: str


class Prove(msgspec.Struct, frozen=True):
    """From a browser: the short code that stands at the table, to set the table up from here."""

    code: str


class Claiming(msgspec.Struct, frozen=True):
    """From a phone, while nobody is an owner: a button at the table will be pressed for it."""

    request: str


class Standing(msgspec.Struct, frozen=True):
    """Whether a browser is an owner's, or waits for a press of a button at the table."""

    owner: bool
    waits: bool


class WithdrawOwner(msgspec.Struct, frozen=True):
    """From an owner: the device ``owner`` may no longer set the table up."""

    request: str
    owner: str


class Skip(msgspec.Struct, frozen=True):
    """From an owner: a step of the set-up is left out for now, or (``skipped`` false) is not any more."""

    request: str
    step: str
    skipped: bool = True


class Begin(msgspec.Struct, frozen=True):
    """From people at the table, with its code: play as things are; the first page has done its work."""

    code: str


class Address(msgspec.Struct, frozen=True):
    """From an owner: the address that phones are sent to; empty: the likeliest."""

    request: str
    address: str = ""


class GoBack(msgspec.Struct, frozen=True):
    """From an owner: make an earlier set-up, named by its date, the one that holds."""

    request: str
    version: str


class RestoreAnswer(msgspec.Struct, frozen=True):
    """To a set-up's file: the names of its parts; ``done``: they have replaced what was there."""

    parts: list[str]
    done: bool


class Import(msgspec.Struct, frozen=True):
    """From the host: continue from a game record (JSON Lines text)."""

    request: str
    record: str


class ThrowAnswer(msgspec.Struct, frozen=True):
    """To ``ThrowReport``: played, put to the players, or of no use; the sequence number after it."""

    outcome: Literal["accepted", "proposed", "ignored", "stale"]
    seq: int


class PictureAnswer(msgspec.Struct, frozen=True):
    """To a picture: its name, the SHA-256 of the bytes."""

    picture: str


class Ok(msgspec.Struct, frozen=True):
    """It was done, or there was nothing to do; the present sequence number."""

    seq: int


class Failure(msgspec.Struct, frozen=True):
    """What is wrong with a request, in one clear line; ``said`` is it for players, in their language."""

    error: str
    said: str | None = None
