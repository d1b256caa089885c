"""Who steps back where the processor is short, so that the desk never waits for phones or programs."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

STEPS_BACK: Final = 19
"""All the steps of politeness that a system knows; they count among the processes of one session."""
AUTOGROUP: Final = Path("/proc/self/autogroup")
"""Where a session says how far it steps back as a whole: many a Linux shares its processors among sessions first."""


def step_back(session: int) -> None:
    """Run at the lowest priority of the session, and let it step back too: 5 steps leave it a third of another one's share, 10 a tenth."""
    os.nice(STEPS_BACK)
    with suppress(OSError):  # other systems, and some of Linux, know no such groups
        AUTOGROUP.write_text(str(session), encoding="ascii")
