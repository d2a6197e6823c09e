"""The toy game of the tests as an added package of rules."""

from tests.games.toy import GAME

__all__ = ["GAME"]
