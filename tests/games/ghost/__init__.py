"""The ghost mage: how it plays, and what it tells of a game."""
