"""Every message between host, phones and devices.

With ``companion.link`` all of ``companion`` that ``vision`` and ``firmware`` import.  Messages are JSON over HTTP; the
host pushes ``DeviceState`` to devices as server-sent events (``event: state``), with a ``: heartbeat`` comment every
second.
Unknown fields are ignored on reading, so that a newer program talks to an older one.
"""

from __future__ import annotations

from companion.protocol.answers import Failure, Ok, encode
from companion.protocol.commands import Answer, Check, Command, Correct, Dispute, Judge, Refusal, Toss, Undo
from companion.protocol.devices import (
    ButtonPress,
    Device,
    DeviceHealth,
    DeviceState,
    Health,
    Heartbeat,
    NotForDevices,
    ThrowRequest,
    Unreadable,
    read_device_state,
)
from companion.protocol.evenings import AskEvening, Evening, Forget, Import, Lay, NewGame
from companion.protocol.eye import TAUGHT, EyeDo, EyeJob, EyeLook, EyeOrder, EyeReport, EyeTap, EyeTask, Said, Taught
from companion.protocol.lamps import ROLES, Glow, LampMap, Role
from companion.protocol.owners import (
    Address,
    Begin,
    Claiming,
    GoBack,
    HostLogin,
    Prove,
    Read,
    RestoreAnswer,
    Skip,
    Standing,
    WithdrawOwner,
)
from companion.protocol.readings import (
    Face,
    Kind,
    Movement,
    PictureAnswer,
    Reading,
    Status,
    ThrowAnswer,
    ThrowReport,
    WandReading,
)
from companion.protocol.seats import Free, GhostSeat, Join, JoinAnswer, Leave, ShowOdds, Vote, Withdraw

VERSION = 1

__all__ = [
    "ROLES",
    "TAUGHT",
    "VERSION",
    "Address",
    "Answer",
    "AskEvening",
    "Begin",
    "ButtonPress",
    "Check",
    "Claiming",
    "Command",
    "Correct",
    "Device",
    "DeviceHealth",
    "DeviceState",
    "Dispute",
    "Evening",
    "EyeDo",
    "EyeJob",
    "EyeLook",
    "EyeOrder",
    "EyeReport",
    "EyeTap",
    "EyeTask",
    "Face",
    "Failure",
    "Forget",
    "Free",
    "GhostSeat",
    "Glow",
    "GoBack",
    "Health",
    "Heartbeat",
    "HostLogin",
    "Import",
    "Join",
    "JoinAnswer",
    "Judge",
    "Kind",
    "LampMap",
    "Lay",
    "Leave",
    "Movement",
    "NewGame",
    "NotForDevices",
    "Ok",
    "PictureAnswer",
    "Prove",
    "Read",
    "Reading",
    "Refusal",
    "RestoreAnswer",
    "Role",
    "Said",
    "ShowOdds",
    "Skip",
    "Standing",
    "Status",
    "Taught",
    "ThrowAnswer",
    "ThrowReport",
    "ThrowRequest",
    "Toss",
    "Undo",
    "Unreadable",
    "Vote",
    "WandReading",
    "Withdraw",
    "WithdrawOwner",
    "encode",
    "read_device_state",
]
