"""The names of the Olympiad's general tie-breaks, and the reason of a ruling that follows them, as it is stored (MSO-T)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

from wording import gettext as _
from wording import gettext_noop, ngettext, pgettext
from wording.figures import listed

STEP_NAMES: Mapping[int, str] = {
    1: gettext_noop("board in the final"),
    2: gettext_noop("result in the final round"),
    3: gettext_noop("percentage of the table winner's points, all rounds"),
    4: gettext_noop("most wins, then most second places"),
    5: gettext_noop("head to head"),
    6: gettext_noop("opponents' totals without the two highest and the two lowest"),
}
"""The name of each step by its number, for `gettext`."""
OTHER_THIRD = gettext_noop("the other reading of step 3: victory points scored in all rounds")

BY_STEPS = "tie.steps"
"""The code of a stored reason that names steps."""


def reason_by_steps(numbers: Iterable[int]) -> str:
    """Return the reason of a ruling that follows the steps of these numbers, within a sentence."""
    named = [
        pgettext("a step of the tie-breaks", "{number} ({name})", number=number, name=_(STEP_NAMES[number]))
        for number in numbers
    ]
    return ngettext("the Olympiad's step {steps}", "the Olympiad's steps {steps}", len(named), steps=listed(named))


def stored_steps(numbers: Iterable[int]) -> str:
    """Return the reason of a ruling that follows these steps, as it is stored."""
    return json.dumps({"code": BY_STEPS, "steps": list(numbers)}, separators=(",", ":"))


def ruling_reason(stored: str) -> str:
    """Return the stored reason of a ruling in words: the steps in the reader's language, any other text as it was typed."""
    if not stored.startswith(f'{{"code":"{BY_STEPS}"'):
        return stored
    return reason_by_steps(json.loads(stored)["steps"])
