"""The simulated camera: wands fall on a pane that exists only here, and the eye must read them like real ones.

It ships with the product so that a table can be tried without any part.  It is loud about it: its name is
``simulated``, every picture carries the word in a corner, and it hands out pictures only, never an answer.
"""

from vision.cameras.simulated.camera import SimulatedCamera
from vision.cameras.simulated.setup import setup_shots

__all__ = ["SimulatedCamera", "setup_shots"]
