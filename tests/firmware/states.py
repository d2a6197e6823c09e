"""States for tests of the lamps, made by hand or drawn by hypothesis."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from companion.protocol import ROLES, DeviceState, Role

LEDS = 12


def state(lamps: dict[str, list[Role]] | None = None, **changes: Any) -> DeviceState:
    """A state whose node ``n3`` has the lamp 3, and so on."""
    values: dict[str, Any] = {
        "version": 1,
        "table": "ABCD",
        "seq": 1,
        "throw": None,
        "lamps": lamps or {},
        "dark": False,
        "lamp_numbers": {f"n{number}": [number] for number in range(LEDS)},
        "seats": ["red", "black", "white"],
        "asked": [],
    }
    return DeviceState(**(values | changes))


ROLE_LISTS = st.lists(st.sampled_from(ROLES), min_size=1, max_size=3, unique=True)
LAMPS = st.dictionaries(st.sampled_from([f"n{n}" for n in range(LEDS)]), ROLE_LISTS, max_size=LEDS)
STATES = st.builds(state, LAMPS, dark=st.booleans())
