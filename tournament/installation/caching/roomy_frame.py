"""Makes a page on a roomy piece of the call stack, so that no page's time depends on how deep its templates happen to be.

Python keeps the frames of calls in pieces of 16 kB. A call that does not fit into the last piece maps a new one, which is unmapped when it
returns; a template that calls in a loop from such a border does that thousands of times a page. A frame that says it needs half a
megabyte gets a piece of a megabyte, mapped once a page, with room for everything that is called from it. Only what is used of it
becomes memory. A poll, which calls little, does without.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar

Args = ParamSpec("Args")
Made = TypeVar("Made")

WORDS = 1 << 16
"""The size that the frame says it has, in words of 8 bytes: just over half of what is mapped for it."""


def in_roomy_frame(make: Callable[Args, Made], *args: Args.args, **named: Args.kwargs) -> Made:
    """Return what ``make`` returns for these arguments, called from a frame with room below it."""
    return make(*args, **named)


in_roomy_frame.__code__ = in_roomy_frame.__code__.replace(co_stacksize=WORDS)
