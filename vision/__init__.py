"""The eye: pictures of the pane become readings.

Along the way of the data: pictures (`picture`, `files`, `cameras`), numbers alone (`numeric`), places (`geometry`), the
pane and the room (`scene`), the taught wands (`taught`), where they lie (`locate`), what each shows (`evidence`), what
may be said of it (`verdict`), all of it in order (`read`); around it set-up (`setup`), `tools`, the running program
(`live`) and the command (`commands`).  Each imports only what comes before it; pyproject.toml holds that.
"""

from os import environ

environ.setdefault("OPENBLAS_NUM_THREADS", "1")
"""Numpy's products are of small matrices: threads that wait for each other take more time of the processor than they
save, and the table shares it.  Read when numpy is first imported.
"""
