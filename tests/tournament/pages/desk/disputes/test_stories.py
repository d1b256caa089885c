"""A ruling by what happened at the table, one that lets the result stand, and cash that a log does not prove (R11)."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.http import QueryDict
from django.test import Client

from games.acquire.record import Player
from tests.build import enter_result
from tests.tournament.pages.logs import (
    DISPUTED,
    ENTERED,
    MISCOUNTED,
    RIGHT,
    RULED,
    UNPROVED,
    UNREAD,
    a_table,
    amounts_of,
    at,
    hidden,
    stored,
    with_log,
)
from tests.tournament.pages.stages import once_for_all
from tests.tournament.pages.words import told, words
from tournament.models import Dispute, Event, GameLog
from tournament.models.queries import record_of
from tournament.record.vocabulary import PlayerId
from tournament.replays.money import Offer
from tournament.replays.steps import SeatEvidence, SeatGuess
from tournament.slices.disputes.acts import open_dispute
from tournament.slices.disputes.applying import ApplyForm

pytestmark = pytest.mark.django_db


GAP = re.sub(r"(?m)^(15|16|17|18) .*\n", "", DISPUTED)

"""The log without turns 15 to 18."""

TWICE = DISPUTED.replace("bonus Cai Luxor 1500", "bonus Cai Luxor 2000").replace("Cai 37100", "Cai 37600")

"""The log in which Cai was paid too much once and too little once."""

AS_WRITTEN = "If the log is correct as written: Ann Demo 25,600, Cai Demo 35,600"

MEANT = "If turn 7 (line 14) should say: buy Festival 3: Ann Demo 23,600, Cai Demo 38,100"

AS_ENTERED = "If the entered result is right: Ann Demo 23,600, Cai Demo 37,100"

made, event = once_for_all(a_table)

"""One table with its slip entered, as every test finds it."""


def enter_ruled(event: Event) -> None:
    enter_result(event, 1, record_of(event).round(1).tables[0], amounts_of(event, RULED))


def let_stand(client: Client, event: Event, log: GameLog) -> Any:
    """Press the button of the log's page."""
    page = at(event, f"logs/{log.pk}/")
    markup = client.get(page).content.decode()
    (form,) = re.findall(r'(?s)<form method="post" action="[^"]*/apply/">.*?</form>', markup)
    sent = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form))
    return client.post(f"{page}apply/", sent | {"stands": "yes"})


def test_one_press_on_the_log_rules_that_the_result_stands_and_an_undo_takes_it_back(
    event: Event, director: Client
) -> None:
    enter_ruled(event)
    log = with_log(event)
    answer = let_stand(director, event, log)
    assert answer["Location"] == at(event, f"logs/{log.pk}/")
    assert told(answer) == ["Dispute at table 1 in round 1 settled."]
    ruled = Dispute.objects.get()
    assert (stored(event), ruled.state, ruled.log) == (RULED, "ruled", log)
    assert ruled.ruling.splitlines()[-1] == "The result stays as entered (R11)."
    undo = re.search(r"/desk/[^\"]*undo/\?versions=[\d+]+", director.get(answer["Location"]).content.decode())
    assert undo
    director.post(undo[0])
    ruled.refresh_from_db()
    assert ruled.state == "withdrawn"


def test_the_open_disputes_of_the_table_are_ruled_where_the_result_stands(event: Event, director: Client) -> None:
    enter_ruled(event)
    dispute = open_dispute(event, event.created_by, 1, 1, "What had Cai?")
    let_stand(director, event, log := with_log(event))
    (ruled,) = Dispute.objects.all()
    assert (ruled.pk, ruled.state, ruled.log) == (dispute.pk, "ruled", log)


def test_where_the_result_changed_meanwhile_the_press_asks_what_to_rule(event: Event, director: Client) -> None:
    log = with_log(event)
    answer = director.post(at(event, f"logs/{log.pk}/apply/"), {"stands": "yes"})
    assert answer["Location"] == at(event, f"logs/{log.pk}/apply/")
    assert told(answer) == ["The log now proves a different result; choose your ruling again."]
    assert not Dispute.objects.exists()


def test_choosing_the_entered_amounts_rules_with_one_press_and_keeps_the_reason(event: Event, director: Client) -> None:
    log = with_log(event, UNPROVED)
    page = at(event, f"logs/{log.pk}/apply/")
    sent = hidden(director.get(page)) | {"story": "0", "reason": "All four\r\nsay so.", "apply": "yes"}
    answer = director.post(page, sent)
    assert told(answer) == ["Dispute at table 1 in round 1 settled."]
    assert (stored(event), Dispute.objects.get().ruling.splitlines()) == (
        ENTERED,
        ["Turn 28 by Dot Demo was not written down (R4).", "The result stays as entered (R11). All four say so."],
    )


def test_words_of_the_directors_own_keep_the_reason_that_was_typed(event: Event, director: Client) -> None:
    page = at(event, f"logs/{with_log(event, UNPROVED).pk}/apply/")
    sent = hidden(director.get(page)) | {"story": "0", "ruling": "It stands.", "reason": "All say so."}
    director.post(page, sent | {"apply": "yes"})
    assert Dispute.objects.get().ruling.splitlines() == ["It stands.", "All say so."]


def test_the_question_says_which_answer_leads_to_which_cash_and_what_the_log_has(
    event: Event, director: Client
) -> None:
    here = words(director.get(at(event, f"logs/{with_log(event, MISCOUNTED).pk}/")))
    asked = "Ask the table: What did Cai Demo buy in turn 7? (The log says Festival 2.)"
    assert f"{asked} {AS_WRITTEN} {MEANT} {AS_ENTERED} Rule on the cash…" in here


def test_the_stories_are_one_list_in_which_linked_amounts_go_together_and_none_is_chosen(
    event: Event, director: Client
) -> None:
    page = at(event, f"logs/{with_log(event, MISCOUNTED).pk}/apply/")
    asked = director.get(page)
    field = asked.context["form"]["story"]
    assert [option.choice_label for option in field.subwidgets] == [AS_WRITTEN, MEANT, AS_ENTERED, "another amount"]
    assert field.value() is None
    assert asked.context["form"].chosen == {}
    again = director.post(page, hidden(asked) | {"story": "1", "apply": "yes"})
    assert "has been rewritten to match your choice. Press Apply again." in words(again)
    assert 'class="problem"' not in again.content.decode()
    assert [[amount.label for amount in row.amounts][-2:] for row in again.context["cash"]] == [
        ["Proved", "Chosen"]
    ] * 4
    assert {row.name: row.amounts[-2].note for row in again.context["cash"] if row.amounts[-2].note} == {
        "Ann Demo": "not proved",
        "Cai Demo": "not proved",
    }
    director.post(page, hidden(again) | {"apply": "yes"})
    assert stored(event) == RULED
    assert Dispute.objects.get().ruling.splitlines()[-1] == (
        "The director finds that turn 7 (line 14) should say: buy Festival 3, so the cash is (R11): Cai Demo 38,100 (37,100 was entered)."
    )


def test_a_reason_alone_needs_no_second_press(event: Event, director: Client) -> None:
    page = at(event, f"logs/{with_log(event, MISCOUNTED).pk}/apply/")
    again = director.post(page, hidden(director.get(page)) | {"story": "1", "apply": "yes"})
    director.post(page, hidden(again) | {"reason": "Cai says so.", "apply": "yes"})
    assert stored(event) == RULED
    assert Dispute.objects.get().ruling.endswith("(37,100 was entered). Cai says so.")


def test_other_amounts_are_chosen_player_by_player_and_no_two_have_the_same_words(
    event: Event, director: Client
) -> None:
    page = at(event, f"logs/{with_log(event, MISCOUNTED).pk}/apply/")
    asked = director.get(page)
    for pick, _ in asked.context["form"].amount_fields:
        labels = [option.choice_label.partition(": ")[2] for option in pick.subwidgets][:-1]
        assert len(set(labels)) == len(labels) > 1
    sent = hidden(asked) | {"story": "other", "pick-0": "25600", "pick-2": "38100"}
    again = director.post(page, sent | {"apply": "yes"})
    director.post(page, hidden(again) | {"apply": "yes"})
    assert stored(event) == ENTERED | {"Ann Demo": 25_600, "Cai Demo": 38_100}


@pytest.mark.parametrize(
    ("text", "button", "note"),
    [
        (GAP, "Add turns 15 to 18", "Turns 15 to 18 are missing before line 22."),
        (UNPROVED, "Add turn 28", "Turn 28 is missing before line 40."),
        (UNREAD, "Correct line 85", "Line 85 cannot be read."),
    ],
)
def test_what_is_missing_leads_to_its_place_in_the_log(
    event: Event, director: Client, text: str, button: str, note: str
) -> None:
    markup = director.get(at(event, f"logs/{with_log(event, text).pk}/")).content.decode()
    first, second = re.findall(
        r'<a class="button( primary)?" href="([^"]*)">(Add turn[^<]*|Correct line[^<]*|Rule on)', markup
    )
    assert (first[0], first[2], second[0], second[2]) == (" primary", button, "", "Rule on")
    page = director.get(first[1].replace("&amp;", "&"))
    assert note in words(page)
    line = re.search(r"(?i)line (\d+)", note)
    assert line
    assert f'data-line="{line[1]}"' in page.content.decode()


def test_a_sheet_that_was_ruled_says_so_on_top_and_asks_nothing_more(event: Event, director: Client) -> None:
    log = with_log(event, UNPROVED)
    page = at(event, f"logs/{log.pk}/")
    director.post(f"{page}apply/", hidden(director.get(f"{page}apply/")) | {"story": "0", "apply": "yes"})
    here = director.get(page)
    said = words(here)
    assert re.search(r"Ruled at \d\d:\d\d: Turn 28 by Dot Demo was not written down", said)
    assert "Ask the table" not in said
    assert "button primary" not in here.content.decode()
    assert said.index("Ruled at") < said.index("Not proved for anybody") < said.index("Rule on the cash…")


def test_an_older_log_leads_to_the_corrected_one(event: Event, director: Client) -> None:
    log = with_log(event, UNPROVED)
    corrected = with_log(event)
    GameLog.objects.filter(pk=corrected.pk).update(title="Scribe's sheet, corrected")
    there = at(event, f"logs/{corrected.pk}/")
    markup = director.get(at(event, f"logs/{log.pk}/")).content.decode()
    assert re.search(rf'A newer log was attached at \d\d:\d\d: <a href="{there}">[^<]+</a>', markup)
    assert "log was attached at" not in words(director.get(there))


def test_several_sums_of_a_player_are_told_as_a_sum_and_the_other_mistakes_apart(
    event: Event, director: Client
) -> None:
    table = record_of(event).round(1).tables[0]
    enter_result(event, 1, table, amounts_of(event, ENTERED | {"Cai Demo": 37_600}))
    here = words(director.get(at(event, f"logs/{with_log(event, TWICE).pk}/")))
    assert "−500 + 1,000 = +500 for Cai Demo than was entered." in here


def test_the_title_of_a_dispute_is_short_and_without_what_the_judge_supposes(event: Event, director: Client) -> None:
    log = with_log(event, RIGHT.replace("found Festival; buy Festival 3", "found Festival; buy Festival 4"))
    here = director.get(at(event, f"logs/{log.pk}/"))
    assert "The rest of the log fits if" in words(here)
    asked = director.get(at(event, f"disputes/?log={log.pk}&finding=0"))
    assert "fits if" not in asked.context["form"]["question"].value()
    gap = with_log(event, UNPROVED)
    asked = director.get(at(event, f"disputes/?log={gap.pk}&finding=0"))
    assert asked.context["form"]["question"].value() == "Turn 28 by Dot was not written down. (R4)"


def test_a_ruling_does_not_call_another_sum_right_than_the_one_that_it_sets(event: Event, director: Client) -> None:
    page = at(event, f"logs/{with_log(event, MISCOUNTED).pk}/apply/")
    answer = director.post(page, hidden(director.get(page)) | {"pick-0": "23600", "look": "yes"})
    ruling = answer.context["form"]["ruling"].value()
    assert "At the end: Ann Demo was recorded with 23,600 (R11)." in ruling
    assert "is right" not in ruling


# Cash that a log does not prove, ruled through its page: amounts are offered with their sources, or typed with a reason (R11)


WRITTEN_AGAIN = "The ruling was out of date and has been rewritten to match your choice."


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
