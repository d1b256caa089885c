"""What follows from a record alone is computed once for it, whoever asks, and kept on the record as its own look-ups are."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from tournament.record.event import EventRecord
from wording.languages import language, shortening

Rest = ParamSpec("Rest")
Result = TypeVar("Result")

Follows = Callable[Concatenate[EventRecord, Rest], Result]
"""A function of a record and further values; nobody changes what it returns."""


def once_a_record(function: Follows[Rest, Result]) -> Follows[Rest, Result]:
    """Decorate a function of a record and hashable values: the same record is asked once in a language; errors are not kept."""

    @wraps(function)
    def kept(record: EventRecord, /, *args: Rest.args, **kwargs: Rest.kwargs) -> Result:
        found = vars(record).setdefault("_followed", {})
        key = function, language(), shortening(), args, tuple(kwargs.items())  # results may hold sentences
        if key not in found:
            found[key] = function(record, *args, **kwargs)
        result: Result = found[key]
        return result

    return kept
