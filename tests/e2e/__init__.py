"""Whole games in real browsers against real programs."""
