"""Cash that a log does not prove, ruled through its page: amounts are offered with their sources, or typed with a reason (R11)."""

from __future__ import annotations

import re

import pytest
from django.http import QueryDict
from django.test import Client

from games.acquire.record import Player
from tests.tournament.pages.logs import (
    DISPUTED,
    ENTERED,
    RULED,
    UNPROVED,
    a_table,
    at,
    hidden,
    stored,
    with_log,
)
from tests.tournament.pages.stages import once_for_all
from tests.tournament.pages.words import told, words
from tournament.desk.rulings import ApplyForm
from tournament.models import Dispute, Event
from tournament.models.queries import record_of
from tournament.record.vocabulary import PlayerId
from tournament.replays import Offer, SeatEvidence, SeatGuess

pytestmark = pytest.mark.django_db


WRITTEN_AGAIN = "The ruling was out of date and has been rewritten to match your choice."


made, event = once_for_all(a_table)
"""One table with its slip entered, as every test finds it."""


def test_for_a_player_whom_the_log_does_not_prove_nothing_is_filled_in_and_nothing_is_applied(
    event: Event, director: Client
) -> None:
    log = with_log(event, UNPROVED)
    here = director.get(at(event, f"logs/{log.pk}/"))
    assert "Not proved for anybody." in words(here)
    assert "Ask the table: What did Dot Demo play in turn 28?" in words(here)
    first, second = re.findall(r'class="button( primary)?" href="[^"]*">(Add turn|Rule on)', here.content.decode())
    assert (first, second) == ((" primary", "Add turn"), ("", "Rule on"))
    page = at(event, f"logs/{log.pk}/apply/")
    asked = director.get(page)
    form = asked.context["form"]
    assert [[field.value() for field in fields] for fields in form.amount_fields] == [[None, None]] * 4
    assert form["ruling"].value() == "Turn 28 by Dot Demo was not written down (R4)."
    assert [row.amounts[-1].note for row in asked.context["cash"]] == ["not proved"] * 4
    answer = director.post(page, hidden(asked) | {"apply": "yes"})
    assert (answer.status_code, stored(event)) == (200, ENTERED)
    assert "The log does not prove the cash; choose or enter an amount." in words(answer)
    answer = director.post(page, hidden(asked) | {"story": "other", "apply": "yes"})
    assert (answer.status_code, stored(event)) == (200, ENTERED)
    assert words(answer).count("The log does not prove the cash; choose or enter an amount.") == 4


def test_an_offered_amount_needs_no_word_typed_and_its_source_stands_in_the_ruling(
    event: Event, director: Client
) -> None:
    page = at(event, f"logs/{with_log(event, UNPROVED.replace('Cai 37100', 'Cai 37600')).pk}/apply/")
    asked = director.get(page)
    said = words(asked)
    assert "37,600: the log’s own final cash 37,100: as entered another amount" in said
    assert "as written:" not in said
    sent = hidden(asked)
    picks = {"pick-0": "23600", "pick-1": "18000", "pick-2": "37600", "pick-3": "37300"}
    answer = director.post(page, sent | picks | {"apply": "yes"})
    assert f"{WRITTEN_AGAIN} Press Apply again." in words(answer)
    done = director.post(page, hidden(answer) | {"apply": "yes"})
    assert told(done) == ["Result for table 1 in round 1 decided from a game log."]
    assert stored(event) == ENTERED | {"Cai Demo": 37_600}
    assert Dispute.objects.get().ruling.splitlines() == [
        "Turn 28 by Dot Demo was not written down (R4).",
        "The director has set these amounts (R11): Cai Demo 37,600 (the log’s own final cash; 37,100 was entered).",
    ]
    seats = record_of(event).round(1).tables[0].seats
    assert [seat.cash_reason for seat in seats if seat.cash == 37_600] == [
        "set by the director (R11): the log’s own final cash; previously 37,100"
    ]


def test_where_wrong_sums_are_all_that_is_found_one_press_rules_by_the_log_as_written(
    event: Event, director: Client
) -> None:
    log = with_log(event, DISPUTED.replace("Cai 37100", "Cai 37600"))
    here = words(director.get(at(event, f"logs/{log.pk}/")))
    assert "Proved for Ann Demo, Ben Demo and Dot Demo: 3 of 4 final amounts agree. Not proved for Cai Demo" in here
    assert "Was Cai Demo paid 1,500 or 2,500 for Worldwide in turn 50?" in here
    page = at(event, f"logs/{log.pk}/apply/")
    asked = director.get(page)
    assert [[field.value() for field in fields] for fields in asked.context["form"].amount_fields] == [["38100", None]]
    assert "1,000 more" not in words(asked).partition("Final cash")[0]
    director.post(page, hidden(asked) | {"apply": "yes"})
    assert stored(event) == RULED
    assert Dispute.objects.get().ruling.splitlines() == [
        "Turn 50: Cai Demo was paid 1,500 for Worldwide; 2,500 was due (R3).",
        "The director has set these amounts (R11): Cai Demo 38,100 "
        "(according to the log as written, from an explanation that fits the log; 37,100 was entered).",
    ]


OFFERS = (Offer(600, "according to the log as written"), Offer(1_900, "as entered"))


def form_of(typed: dict[str, str] | None, offers: dict[str, tuple[Offer, ...]]) -> ApplyForm:
    guesses = [
        SeatGuess(Player(name, name), PlayerId(place), SeatEvidence.NAME) for place, name in enumerate(("A", "B"), 1)
    ]
    names = {PlayerId(1): "Ann Demo", PlayerId(2): "Ben Demo"}
    sent = QueryDict(mutable=True)
    sent.update({"seat-0": "1", "seat-1": "2", "ruling": "So it is.", "apply": "yes"} | (typed or {}))
    arguments = (sent,) if typed is not None else ()
    return ApplyForm(
        *arguments,
        guesses=guesses,
        names=names,
        disputes=[],
        offers=lambda log_id, player: offers.get(log_id),
    )


def test_the_amounts_are_offered_with_their_sources_and_another_one_can_be_typed() -> None:
    form = form_of(None, {"B": OFFERS})
    assert [[field.label for field in fields] for fields in form.amount_fields] == [
        ["Ben Demo: final cash", "Another amount for Ben Demo"]
    ]
    assert [(option.data["value"], option.choice_label) for option in form["pick-1"].subwidgets] == [
        ("600", "600: according to the log as written"),
        ("1900", "1,900: as entered"),
        ("another", "another amount"),
    ]


def test_an_amount_that_is_chosen_beforehand_counts_before_anything_is_sent() -> None:
    form = ApplyForm(
        guesses=[SeatGuess(Player("B", "B"), PlayerId(2), SeatEvidence.NAME)],
        names={PlayerId(2): "Ben Demo"},
        disputes=[],
        offers=lambda log_id, player: OFFERS,
        initial={"pick-0": "600"},
    )
    assert form.chosen == {"B": OFFERS[0]}


def test_the_entered_amount_on_offer_is_that_of_the_player_who_is_chosen_for_the_log() -> None:
    form = ApplyForm(
        QueryDict("seat-0=2&seat-1=1&pick-0=7&ruling=So."),
        guesses=[
            SeatGuess(Player(name, name), PlayerId(place), SeatEvidence.ORDER) for place, name in ((1, "A"), (2, "B"))
        ],
        names={PlayerId(1): "Ann Demo", PlayerId(2): "Ben Demo"},
        disputes=[],
        offers=lambda log_id, player: (Offer(7 if player == 2 else 5, "as entered"),),
    )
    assert [fields[0].label for fields in form.amount_fields] == ["Ben Demo: final cash", "Ann Demo: final cash"]
    assert (form.is_valid(), form.chosen) == (True, {"A": Offer(7, "as entered")})


@pytest.mark.parametrize(
    ("typed", "chosen", "errors"),
    [
        ({"pick-1": "1900", "reason": "So."}, {"B": OFFERS[1]}, set()),
        ({"pick-1": "1900"}, {"B": OFFERS[1]}, set()),
        ({"pick-1": "another", "amount-1": "2,000", "reason": "So."}, {"B": Offer(2_000)}, set()),
        ({"amount-1": "2,000", "reason": "So."}, {"B": Offer(2_000)}, set()),
        ({"amount-1": "2,000"}, {"B": Offer(2_000)}, {"reason"}),
        ({"pick-1": "another", "reason": "So."}, {}, {"pick-1"}),
        ({"reason": "So."}, {}, {"pick-1"}),
        ({"pick-1": "700", "reason": "So."}, {}, {"pick-1"}),
        ({"pick-1": "another", "amount-1": "much", "reason": "So."}, {}, {"amount-1"}),
    ],
)
def test_an_amount_is_chosen_or_typed_with_a_reason(
    typed: dict[str, str], chosen: dict[str, Offer], errors: set[str]
) -> None:
    form = form_of(typed, {"B": OFFERS})
    assert (set(form.errors), form.chosen) == (errors, chosen)
