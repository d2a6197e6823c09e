"""What can go wrong in the workshop."""

from __future__ import annotations


class HardwareError(Exception):
    """Root of all errors of this package."""


class PlanError(HardwareError, ValueError):
    """A plan cannot be built; the message says why and what to change."""


class ExtraMissing(HardwareError, ImportError):
    """A drawing library is not installed; the message says how to get it."""
