"""Whether something else on this Pi uses the pins of our parts: overlays and lines of config.txt, holders of lines."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator

from companion.commands.findings import CONFIG, RESTART, Finding
from companion.commands.machine import Machine

OURS = {
    "button_1": 17, "button_2": 27, "button_3": 22, "light_1": 23, "light_2": 24, "light_3": 25, "buzzer": 12,
    "status": 16, "off": 3,
}  # fmt: skip
"""The pins as delivered; a test holds them to the firmware's."""
SETTINGS = "/etc/dreimagier/settings.toml"
OVERLAYS: dict[str, tuple[int, ...]] = {
    "w1-gpio": (4,), "w1-gpio-pullup": (4, 5), "dht11": (4,), "gpio-ir": (18,), "gpio-ir-tx": (18,), "gpio-fan": (12,),
    "gpio-shutdown": (3,), "gpio-poweroff": (26,), "gpio-led": (), "gpio-key": (), "pps-gpio": (18,), "i2c1": (2, 3),
    "i2c-gpio": (23, 24), "i2c-rtc": (2, 3), "i2c-fan": (2, 3), "pwm": (18,), "pwm-2chan": (18, 19),
    "audremap": (12, 13), "uart2": (0, 1), "uart3": (4, 5), "uart4": (8, 9), "uart5": (12, 13),
    "spi1-1cs": (18, 19, 20, 21), "spi1-2cs": (17, 18, 19, 20, 21), "spi1-3cs": (16, 17, 18, 19, 20, 21),
    "mcp2515-can0": (8, 9, 10, 11, 25), "ads7846": (7, 8, 9, 10, 11), "enc28j60": (8, 9, 10, 11, 25),
}  # fmt: skip
"""Overlays of the firmware -> the GPIOs that they take unless a parameter says otherwise (README of the overlays)."""
SOUND = re.compile(r"hifiberry|iqaudio|justboom|allo-|googlevoicehat|i2s-|wm8960|respeaker")
PIN_PARAMETER = re.compile(r"(gpio_?pin|gpio|pin|int_pin|i2c_gpio_\w+)")
LAMPS = frozenset(range(7, 12))


def overlays(here: Machine) -> Iterator[Finding]:
    """Overlays of config.txt that take a pin of ours, and levels that it drives."""
    if not here.model:
        return
    wired = {pin: name for name, pin in _pins(here).items()}
    for name, words in here.overlays:
        taken = _taken(name, words)
        both = sorted((taken & wired.keys()) | (taken & LAMPS))
        if both:
            parts = ", ".join(f"GPIO {pin} ({wired.get(pin, 'lamps')})" for pin in both)
            cure = f'take it out of {CONFIG} ({RESTART}), or other pins in the settings, as pins = ["buzzer=13"]'
            yield Finding("buttons", "wrong", f"the overlay {name} uses {parts}", cure)
    yield from _lines(here, wired)


def _taken(name: str, words: dict[str, str]) -> frozenset[int]:
    said = {int(value) for key, value in words.items() if PIN_PARAMETER.fullmatch(key) and value.isdecimal()}
    if SOUND.search(name):
        return frozenset({18, 19, 20, 21} | said)
    return frozenset(said or OVERLAYS.get(name, ()))


def _lines(here: Machine, wired: dict[int, str]) -> Iterator[Finding]:
    """Lines of the chip that another program or driver holds, as ``gpioinfo`` tells (either of its formats)."""
    for line in (here.runner(["gpioinfo"]) or "").splitlines():
        found = re.search(r'"?GPIO(\d+)"?\s.*?(?:consumer="?([^"]+)"?|"([^"]+)".*\[used)', line)
        holder = (found[2] or found[3]).strip() if found else ""
        if found and int(found[1]) in wired and not re.match(r"lg\b|gpiozero|dreimagier", holder):
            text = f"GPIO {found[1]} ({wired[int(found[1])]}) is held by {holder}"
            yield Finding("buttons", "wrong", text, "end that program or driver, or another pin in the settings")


def _pins(here: Machine) -> dict[str, int]:
    """Our pins, as delivered and as the machine's settings change them."""
    try:
        changes = tomllib.loads(here.text(SETTINGS)).get("pins", [])
    except tomllib.TOMLDecodeError:
        changes = []
    pairs = (str(each).partition("=") for each in changes)
    return OURS | {name: int(number) for name, _, number in pairs if name in OURS and number.isdecimal()}
