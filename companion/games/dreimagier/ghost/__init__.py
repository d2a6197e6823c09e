"""The ghost mage: a player for an empty chair, and the judge of how a game stands.

Data runs one way: ``reach`` (what a board allows) -> ``features`` (what a position holds for each seat) -> ``value``
(chances to win) -> ``expectation`` (over the chances of one move) -> ``levels`` (which action).  All of it is pure and
works on any board file and rule set, since distances are computed from the set-up.
"""
