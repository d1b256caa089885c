"""The Olympiad's general tie-breaks (MSO-T) as a director reads them and as they are stored: by their numbers (R46, R65).

They are keys like any others (`order`). For a medal nothing is automatic: the director applies them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

from tournament.record.vocabulary import CutTieBreak, Key
from wording import ngettext, pgettext
from wording.figures import listed

STEPS: Mapping[Key, int] = {
    Key.BOARD: 1,
    Key.LAST_SCORE: 2,
    Key.SHARE_OF_WINNER: 3,
    Key.VICTORY_POINTS: 3,
    Key.PLACES: 4,
    Key.HEAD_TO_HEAD: 5,
    Key.OPPONENTS: 6,
}
"""The steps by their numbers in the list of before 2019. Victory points are the other reading of step 3, which is shown beside it."""
OLYMPIAD = tuple(key for key in STEPS if key is not Key.VICTORY_POINTS)
"""The order that is offered for a tie."""
KEYS_AT_THE_CUT: Mapping[CutTieBreak, tuple[Key, ...]] = {
    CutTieBreak.TOTAL_ONLY: (),
    CutTieBreak.MOST_WINS: (Key.PLACES,),
    CutTieBreak.HEAD_TO_HEAD: (Key.PLACES, Key.HEAD_TO_HEAD),
    CutTieBreak.OLYMPIAD: OLYMPIAD[2:],  # before the final the tables and results of steps 1 and 2 do not exist
}
"""What parts equal totals at a cut before chance does (R46)."""
BY_STEPS = "tie.steps"
"""The code of a stored reason that names steps."""
_STEP = "olympiad-step-"
"""How the code of a step begins in a stored draw record."""
_KEY = "key-"
"""How the code of a key of the format's order begins there."""


def reason_by_steps(numbers: Iterable[int]) -> str:
    """Return the reason of a ruling that follows the steps of these numbers, within a sentence."""
    named = [
        pgettext("a step of the tie-breaks", "{number} ({name})", number=number, name=OLYMPIAD[number - 1].words)
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


def cut_code(rule: CutTieBreak, key: Key) -> str:
    """Return the code of what separated two players at a cut, as draw records store it: the Olympiad's step, the rule, or another key."""
    if key not in KEYS_AT_THE_CUT[rule]:
        return f"{_KEY}{key.value}"
    return f"{_STEP}{STEPS[key]}" if rule is CutTieBreak.OLYMPIAD else rule.value


def cut_rule_in_words(code: str) -> str:
    """Return in words what decides at a cut, from a code of `cut_code`; any other text comes back as it is."""
    if code.startswith(_KEY):
        return Key(code.removeprefix(_KEY)).words
    for key in OLYMPIAD[2:]:
        if code == cut_code(CutTieBreak.OLYMPIAD, key):
            return reason_by_steps([STEPS[key]])
    return CutTieBreak(code).words if code in set(CutTieBreak) else code
