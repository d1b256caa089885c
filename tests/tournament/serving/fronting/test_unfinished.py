"""However many forms strangers have begun and not finished, one more costs the front as little as the first."""

from __future__ import annotations

import asyncio
import sys
from types import FrameType
from typing import Any

from tournament.management.serving.fronting.lanes import Connection, Connections

FORM = 1_000


class Line(asyncio.Transport):
    """The line of a browser, which the front may cut."""

    is_cut = False

    def abort(self) -> None:
        """Cut it."""
        self.is_cut = True


def begun(connections: Connections, length: int) -> Connection:
    """One more connection, whose form of this length is announced."""
    connection = connections.accepting(asyncio.Protocol)()
    connection.transport = Line()
    assert connections.add(connection)
    connections.bring(connection, length)
    return connection


def steps_of_one_more(many: int) -> int:
    """The lines of code that run for one more form where so many are begun already and there is no room."""
    connections, steps = Connections(many + 1, many * FORM), [0]
    held = [begun(connections, FORM) for _ in range(many)]

    def count(_frame: FrameType, _event: str, _value: Any) -> Any:
        steps[0] += 1
        return count

    sys.settrace(count)
    begun(connections, FORM)
    sys.settrace(None)
    assert [each.transport.is_cut for each in held if isinstance(each.transport, Line)] == [True] + [False] * (many - 1)
    return steps[0]


def test_one_more_form_costs_as_much_among_thousands_as_among_few() -> None:
    few, many = steps_of_one_more(40), steps_of_one_more(4_000)
    assert many <= few + 20


def test_what_is_answered_or_under_way_is_not_closed_for_others() -> None:
    connections = Connections(10, 3 * FORM)
    first, second, third = (begun(connections, FORM) for _ in range(3))
    connections.hold(first)
    connections.answered(second)
    begun(connections, FORM)
    begun(connections, FORM)
    cut = [each.transport.is_cut for each in (first, second, third) if isinstance(each.transport, Line)]
    assert cut == [False, False, True]
