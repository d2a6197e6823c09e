"""Which part is on which pin (BCM numbers).  The wiring is drawn from here; single pins may be changed."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from firmware.errors import OptionError

SPI_PINS = frozenset(range(7, 12))
"""GPIO 7-11 belong to the SPI bus while it is on: chip selects, MISO, MOSI (the lamps) and clock."""
HEADER_PINS = frozenset(range(2, 28))
"""GPIOs on the 40-pin header that are free to use; 0 and 1 are for add-on boards' memories."""


class Pins(msgspec.Struct, frozen=True):
    """Seat buttons and their lights in playing order, buzzer, status light, shutdown button.

    GPIO 3 is the default of the shutdown button because the same pin wakes a halted Pi 3 or 4.
    """

    button_1: int = 17
    button_2: int = 27
    button_3: int = 22
    light_1: int = 23
    light_2: int = 24
    light_3: int = 25
    buzzer: int = 12
    status: int = 16
    off: int = 3

    @property
    def buttons(self) -> tuple[int, ...]:
        """The seat buttons in playing order."""
        return self.button_1, self.button_2, self.button_3

    @property
    def lights(self) -> tuple[int, ...]:
        """The seat buttons' lights in playing order."""
        return self.light_1, self.light_2, self.light_3

    def checked(self) -> Pins:
        """Itself.  Raises OptionError for a pin that cannot be used, naming a cure."""
        taken: dict[int, str] = {}
        for name, pin in msgspec.structs.asdict(self).items():
            if pin in SPI_PINS:
                raise OptionError(f"{name} cannot be GPIO {pin}: 7 to 11 belong to the lamps' SPI bus; take a free one")
            if pin not in HEADER_PINS:
                raise OptionError(f"{name} cannot be GPIO {pin}: choose one of 2 to 6 or 12 to 27")
            if pin in taken:
                raise OptionError(f"{name} and {taken[pin]} cannot both be GPIO {pin}")
            taken[pin] = name
        return self


def parse(choices: Iterable[str]) -> Pins:
    """Defaults changed by choices like ``button_1=5``.  Raises OptionError."""
    changes: dict[str, int] = {}
    for choice in choices:
        name, _, number = choice.partition("=")
        if name not in Pins.__struct_fields__ or not number.isdecimal():
            raise OptionError(f"a pin is written as button_1=17, not {choice!r}; names: {names()}")
        changes[name] = int(number)
    return Pins(**changes).checked()


def names() -> str:
    """All names of pins."""
    return ", ".join(Pins.__struct_fields__)
