"""Lamps, buttons and sounds: a client of the host that may be absent, broken or late, and the game goes on."""
