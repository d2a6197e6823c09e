"""The real command that bears slow clients for ever: ``python -m tests.programs.enduring host ..``.

Where nobody is let go, an answer beside such clients shows that they hold no thread, however slow the machine is.
"""

from __future__ import annotations

from companion.web import lobby, patience

FOR_EVER_S = 3600.0


def endure() -> None:
    """Nobody's time is ever over."""
    lobby.HEAD_S = lobby.BODY_S = lobby.LEAVE_S = patience.SEND_S = FOR_EVER_S


if __name__ == "__main__":
    endure()
    from companion.cli import main

    main()
