"""All checks of ``dreimagier doctor``, in the order in which they are told."""

from __future__ import annotations

from companion.commands import findings, overlays, services
from companion.commands.findings import Check

CHECKS: tuple[Check, ...] = (
    findings.python,
    findings.system,
    findings.environment,
    findings.opencv,
    findings.camera_packages,
    findings.camera_device,
    findings.lamps,
    findings.pins,
    overlays.overlays,
    findings.groups,
    findings.supply,
    services.interpreter,
    services.units,
    services.port,
    services.data,
    services.devices,
)
