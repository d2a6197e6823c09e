"""What can go wrong in the eye; every message is one line that a person at the table can act on."""

from __future__ import annotations

from companion.link.errors import OneLine


class VisionError(OneLine):
    """Root of every error of this package."""


class PictureError(VisionError, ValueError):
    """A picture cannot be used: no such file, no image, another aspect ratio."""


class PaneError(VisionError, ValueError):
    """The pane cannot be calibrated, or pane.json is unreadable or of another camera."""


class WandSetError(VisionError, ValueError):
    """The wands cannot be taught, or wands.json is unreadable."""


class StorageError(VisionError, OSError):
    """A file cannot be written: no such folder, no right, no space."""


class CameraError(VisionError, OSError):
    """The camera cannot be opened or stopped delivering."""


class CameraTimeout(CameraError, TimeoutError):
    """No frame came within the time that the caller gave."""


class CameraNameError(VisionError, LookupError):
    """There is no camera back end of that name."""
