"""Results that are no cash, at the desk, by phone and from outside: places, outcomes, amounts with decimals, and a second figure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from msgspec.structs import replace

from tests.build import director_of, enter_results, logged_in, make_event, publish
from tests.tournament.access.outside.programs import problem, program_of
from tests.tournament.devices.test_reporting import held_by, phone
from tests.tournament.pages.forms import form_with, forms_of
from tests.tournament.pages.pages import desk, words
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.formats import MSO_ACQUIRE, Amount, Amounts, Format, Typed, Wins, shipped_format
from tournament.scores.explaining import Scores
from tournament.services.changes.refusals import RefusedError
from tournament.services.results.reports import record_result
from tournament.services.rounds import close_round
from tournament.tellings.csv import results_csv
from tournament.tellings.plain import result_values

pytestmark = pytest.mark.django_db

PLACES = replace(shipped_format("mso-places"), idle=MSO_ACQUIRE.idle)
CARROTS = replace(PLACES, amount=replace(PLACES.amount, second=Amount(name="carrots", most=300, more_wins=False)))
WINNER = replace(
    PLACES, amount=Amount(name="result", typed=Typed.WINNER), game=(Wins(win=1_000, draw=500, loss=0),), order=()
)
POINTS = replace(PLACES, amount=Amount(name="points", decimals=1, least=None), game=(Amounts(),), order=())


def played_by(form: Format) -> Event:
    """An event of that format, of which round 1 is being played at two tables of four."""
    event = make_event(8, players_report=True)
    event.format = form
    event.save()
    publish(event)
    return event


def typed(event: Event, values: Sequence[str], prefix: str = "", name: str = "cash") -> dict[str, str]:
    """What is typed into the fields of table 1, in the order of its seats."""
    seats = record_of(event).table(1, 1).seats
    return {f"{prefix}{name}-{seat.player}": value for seat, value in zip(seats, values, strict=True)}


def saved(event: Event) -> list[tuple[int | None, int | None]]:
    """The figures of table 1."""
    return [(seat.cash, seat.second) for seat in record_of(event).table(1, 1).seats]


def grid(client: Client, event: Event, fields: Mapping[str, str]) -> Any:
    """Type into the grid and save."""
    form = form_with(client.get(desk(event, "rounds/1/results/")), "t1-ended_by")
    return client.post(desk(event, "rounds/1/results/"), form.filled() | dict(fields))


@pytest.mark.parametrize(
    ("form", "values", "stored", "wrong", "said"),
    [
        (PLACES, ["1", "1", "3", "4"], [1, 1, 3, 4], ["1", "1", "2", "4"], "as in 1, 1, 3, 4"),
        (WINNER, ["drew", "lost", "drew", "lost"], [1, 0, 1, 0], ["won", "lost", "won", "lost"], "at least two drew"),
        (
            POINTS,
            ["12.5", "-3", "7,5", "0"],
            [125, -30, 75, 0],
            ["1,234.5", "1", "2", "3"],
            "Enter it like this: 4120.0",
        ),
    ],
)
def test_a_result_is_typed_at_the_desk_and_shown_as_it_was_typed(
    form: Format, values: list[str], stored: list[int], wrong: list[str], said: str
) -> None:
    event = played_by(form)
    client = logged_in(director_of(event))
    assert said in words(grid(client, event, typed(event, wrong, "t1-")))
    assert saved(event) == [(None, None)] * 4
    grid(client, event, typed(event, values, "t1-"))
    assert saved(event) == [(value, None) for value in stored]
    page = client.get(desk(event, "rounds/1/results/"))
    assert form.amount.title in words(page)
    assert "cash before fines" not in words(page)
    assert Client().get(desk(event, "rounds/1/tables/1/")).status_code in {302, 404}
    assert client.get(desk(event, "rounds/1/tables/1/")).status_code == 200
    sent = form_with(page, "t1-ended_by").values
    assert [sent[name] for name in typed(event, values, "t1-")] == [
        [text.replace("-", "\N{MINUS SIGN}") if form is POINTS else text]
        for text in (["12.5", "-3.0", "7.5", "0.0"] if form is POINTS else values)
    ]


def test_a_second_figure_has_a_box_of_its_own_and_must_be_typed() -> None:
    event = played_by(CARROTS)
    client = logged_in(director_of(event))
    places = typed(event, ["1", "2", "3", "4"], "t1-")
    assert "Carrots is missing" in words(grid(client, event, places))
    grid(client, event, places | typed(event, ["12", "0", "44", "3"], "t1-", "second"))
    assert saved(event) == [(1, 12), (2, 0), (3, 44), (4, 3)]
    enter_results(event, cash={2: (1, 2, 3, 4)}, apart_from={1, 2})
    seats = record_of(event).table(1, 2).seats
    more = {f"t2-cash-{seat.player}": str(place) for place, seat in enumerate(seats, 1)}
    grid(client, event, more | {f"t2-second-{seat.player}": "9" for seat in seats})
    close_round(event, director_of(event), 1)
    record = record_of(event)
    assert [row["second"] for row in result_values(Scores(record), 1)["tables"][0]["players"]] == [12, 0, 44, 3]
    assert "Name,Carrots,Score,Place" in results_csv(record, 1).splitlines()[0]
    changed = typed(event, ["2", "1", "3", "4"], "t1-") | typed(event, ["5", "6", "7", "8"], "t1-", "second")
    page = client.get(desk(event, "rounds/1/tables/1/correct/"))
    form = form_with(page, "t1-ended_by").filled() | changed | {"t1-why": "recount", "save": "yes"}
    client.post(desk(event, "rounds/1/tables/1/correct/"), form)
    assert saved(event) == [(2, 5), (1, 6), (3, 7), (4, 8)]
    assert "1 (12)" in words(client.get(desk(event, "rounds/1/tables/1/")))


@pytest.mark.parametrize(
    ("form", "values", "shown"),
    [
        (PLACES, ["2", "1", "3", "3"], ["2", "1", "3", "3"]),
        (WINNER, ["won", "lost", "lost", "lost"], ["won", "lost", "lost", "lost"]),
        (POINTS, ["12.5", "-3", "7", "0"], ["12.5", "−3.0", "7.0", "0.0"]),
    ],
)
def test_a_result_is_reported_by_phone_and_agreed(form: Format, values: list[str], shown: list[str]) -> None:
    event = played_by(form)
    address = reverse("device_report", args=[event.slug, 1, 1])
    for holder in range(4):
        browser = held_by(event, phone(event, holder))
        page = browser.get(address)
        assert "Cash" not in words(page)
        (report_form,) = [form for form in forms_of(page) if form.action == address]
        browser.post(address, report_form.filled() | typed(event, values))
    (report,) = record_of(event).table(1, 1).reports
    assert report.is_agreed
    page = browser.get(reverse("mine", args=[event.slug, 1, 1]))
    assert all(text in words(page) for text in shown)


@pytest.mark.parametrize(
    ("form", "sent", "wrong"),
    [(PLACES, [1, 1, 3, 4], [1, 1, 2, 4]), (WINNER, [1, 0, 1, 0], [0, 0, 0, 0]), (POINTS, [125, -30, 0, 5], None)],
)
def test_a_result_comes_from_outside_as_it_is_stored(form: Format, sent: list[int], wrong: list[int] | None) -> None:
    event = played_by(form)
    program = program_of(event)

    def body(values: list[int]) -> dict[str, Any]:
        seats = record_of(event).table(1, 1).seats
        return {"players": [{"player": seat.player, "cash": value} for seat, value in zip(seats, values, strict=True)]}

    if wrong is not None:
        assert problem(program.post("results/1/1/", body(wrong)))[0] == 422
    assert program.post("results/1/1/", body(sent)).status_code == 200
    assert [seat["cash"] for seat in program.get("results/1/1/")["table"]["players"]] == sent


def test_the_service_refuses_what_no_format_allows() -> None:
    event = played_by(PLACES)
    table = record_of(event).table(1, 1)
    seats = tuple(seat.__class__(seat.player, cash=9) for seat in table.seats)
    with pytest.raises(RefusedError, match="9 is above 4"):
        record_result(event, director_of(event), 1, table.__class__(1, seats))
