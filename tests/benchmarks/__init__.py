"""How fast the parts are.  The eye asks for one thread of calculation before anything else is imported."""

import vision  # noqa: F401
