"""What the film shows: grey, small, silent, a picture a second."""

SECONDS = 4
"""Shorter than five: longer films with sound are music to a phone, shown on its lock screen, and stop other music."""
SIZE = 16
"""Width and height in pixels: one block of either coding."""
