"""The cash of a table ruled from its replay, and disputes from opening to ruling and after it (R11, R68)."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.build import being_played, director_of, enter_result, enter_results, make_event, play_round, play_to
from tests.tournament.pages.forms import Answer, Typed, form_with, press
from tests.tournament.pages.logs import (
    BROKEN,
    ENTERED,
    NAMES,
    PROPOSED,
    RULED,
    UNPROVED,
    a_table,
    amounts_of,
    at,
    hidden,
    stored,
    with_log,
)
from tests.tournament.pages.pages import typed_into
from tests.tournament.pages.reading import tables_of
from tests.tournament.pages.stages import once_for_all
from tests.tournament.pages.words import press_undo, told, words
from tournament.models import Dispute, Event, GameLog
from tournament.models.queries import record_of
from tournament.record.lengths import LONGEST_RULING
from tournament.record.vocabulary import PlayerId
from tournament.slices.disputes.acts import open_dispute

pytestmark = pytest.mark.django_db


made, event = once_for_all(a_table)
"""One table with its slip entered, as every test finds it."""


# Ruling


def test_one_confirmation_makes_the_computed_cash_the_result_and_is_kept_as_a_ruling(
    event: Event, director: Client
) -> None:
    log = with_log(event)
    page = at(event, f"logs/{log.pk}/apply/")
    asked = director.get(page)
    assert asked.context["form"]["ruling"].value() == PROPOSED
    assert stored(event) == ENTERED
    answer = director.post(page, hidden(asked) | {"apply": "yes"})
    assert answer["Location"] == at(event, f"logs/{log.pk}/")
    assert told(answer) == ["Result for table 1 in round 1 decided from a game log."]
    assert stored(event) == RULED
    ruled = Dispute.objects.get()
    assert (ruled.state, ruled.log, ruled.ruling.splitlines()) == ("ruled", log, PROPOSED.splitlines())
    assert "Final cash ruled" in words(director.get(at(event)))
    after = director.get(at(event, f"logs/{log.pk}/"))
    assert {row.off for row in after.context["cash"]} == {""}


def test_looking_again_changes_nothing(event: Event, director: Client) -> None:
    page = at(event, f"logs/{with_log(event).pk}/apply/")
    answer = director.post(page, hidden(director.get(page)) | {"look": "yes"})
    assert (answer.status_code, stored(event), Dispute.objects.count()) == (200, ENTERED, 0)


def test_a_closed_round_is_corrected_and_the_moves_are_shown_before(director: Client) -> None:
    event = a_table(closed=True)
    page = at(event, f"logs/{with_log(event).pk}/apply/")
    asked = director.get(page)
    assert "Changes to the standings" in words(asked)
    assert [(move.name, move.rank_before, move.rank_after) for move in asked.context["moved"].totals][:2] == [
        ("Cai Demo", 2, 1),
        ("Dot Demo", 1, 2),
    ]
    answer = director.post(page, hidden(asked) | {"apply": "yes"})
    assert told(answer) == [
        "Result for table 1 in round 1 decided from a game log. Places: Cai Demo 2 → 1 and Dot Demo 1 → 2."
    ]
    assert (stored(event), record_of(event).round(1).is_closed) == (RULED, True)


def test_a_result_changed_meanwhile_is_a_conflict_that_shows_both(event: Event, director: Client) -> None:
    page = at(event, f"logs/{with_log(event).pk}/apply/")
    sent = hidden(director.get(page)) | {"apply": "yes"}
    meanwhile = ENTERED | {"Ann Demo": 20_000}
    enter_result(event, 1, record_of(event).round(1).tables[0], amounts_of(event, meanwhile))
    answer = director.post(page, sent)
    assert (answer.status_code, stored(event)) == (409, meanwhile)
    text = words(answer)
    assert "Ann Demo 20,000" in text[text.index("Saved:") :]
    assert "Ann Demo 23,600" in text[text.index("From the replay:") :]
    again = director.post(page, hidden(answer) | {"apply": "yes"})
    assert (again.status_code, stored(event)) == (302, RULED)
    assert "Ann Demo 23,600 (20,000 was entered)" in Dispute.objects.get().ruling


def test_the_words_follow_who_is_who_before_anything_is_applied(event: Event, director: Client) -> None:
    page = at(event, f"logs/{with_log(event).pk}/apply/")
    sent = hidden(director.get(page))
    swapped = sent | {"seat-2": sent["seat-3"], "seat-3": sent["seat-2"], "apply": "yes"}
    answer = director.post(page, swapped)
    said = "The ruling was out of date and has been rewritten to match your choice. Press Apply again."
    assert said in words(answer)
    assert "Dot Demo 38,100 (37,300 was entered)" in answer.context["form"]["ruling"].value()
    assert stored(event) == ENTERED
    assert director.post(page, hidden(answer) | {"apply": "yes"}).status_code == 302
    assert stored(event) == ENTERED | {"Dot Demo": 38_100, "Cai Demo": 37_300}


def test_the_request_to_read_again_stands_above_the_form_with_the_focus_and_keeps_what_was_chosen(
    event: Event, director: Client
) -> None:
    page = at(event, f"logs/{with_log(event, UNPROVED).pk}/apply/")
    for question in ("What had Cai?", "What had Dot?"):
        director.post(at(event, "disputes/"), {"question": question})
    keys = [str(dispute.pk) for dispute in Dispute.objects.order_by("pk")]
    sent = hidden(director.get(page))
    typed = {f"amount-{place}": f"{RULED[name]:,}" for place, name in enumerate(NAMES)}
    typed |= {field: "another" for field in sent if field.startswith("pick-")}
    answer = director.post(page, sent | typed | {"reason": "All say so.", "apply": "yes", "settles": keys})
    markup = answer.content.decode()
    assert markup.count("autofocus") == 1
    assert markup.count('name="apply"') == 1
    before, _, asked = markup.partition(' autofocus id="reread">')
    assert "<form" not in before.partition("<main")[2]
    assert asked.index('form="apply-cash" name="apply"') < asked.index('<form method="post" id="apply-cash"')
    form = form_with(answer, "ruling").filled()
    assert {field: form[field] for field in typed} == {field: [value] for field, value in typed.items()}
    assert (form["reason"], form["settles"]) == (["All say so."], keys)


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"ruling": " "}, "Write the ruling; the players will read it."),
        ({"seat-2": ""}, "“Cai” is empty; fill it in."),
        ({"seat-2": "999"}, "“999” is not an option for “Cai”; choose from the list."),
    ],
)
def test_what_is_missing_is_said_beside_its_field(
    event: Event, director: Client, typed: dict[str, str], sentence: str
) -> None:
    page = at(event, f"logs/{with_log(event).pk}/apply/")
    answer = director.post(page, hidden(director.get(page)) | typed | {"apply": "yes"})
    assert (answer.status_code, stored(event)) == (200, ENTERED)
    assert sentence in words(answer)


def test_nobody_at_the_table_is_two_players_of_the_log(event: Event, director: Client) -> None:
    page = at(event, f"logs/{with_log(event).pk}/apply/")
    sent = hidden(director.get(page))
    answer = director.post(page, sent | {"seat-3": sent["seat-2"], "apply": "yes"})
    assert "Cai Demo is already Cai in the log; choose another player for Dot." in words(answer)
    assert stored(event) == ENTERED


# Disputes


def test_a_dispute_goes_from_the_table_to_the_overview_to_its_ruling(event: Event, director: Client) -> None:
    log = with_log(event)
    overview = f"/desk/{event.slug}/"
    opened = director.post(at(event, "disputes/"), {"question": "Cash of Cai", "log": str(log.pk)})
    dispute = Dispute.objects.get()
    there = at(event, f"disputes/{dispute.pk}/")
    assert (opened["Location"], dispute.log) == (there, log)
    assert "Open disputes Round 1, table 1 : Cash of Cai" in words(director.get(overview))
    assert "This dispute is about Scribe's sheet" in words(director.get(there))
    asked = director.get(there)
    assert "The ruling does not change the amounts at table 1" in words(asked)
    gone = director.post(there, {"ruling": "", "correct": "yes"})
    assert gone["Location"] == f"/desk/{event.slug}/rounds/1/#table-1"
    refused = director.post(there, {"ruling": " ", "rule": "yes"})
    assert "Write the ruling; the players will read it." in words(refused)
    ruled = director.post(there, {"ruling": "It stands.", "rule": "yes"})
    assert told(ruled) == ["Dispute at table 1 in round 1 settled."]
    assert "Cash of Cai" not in words(director.get(overview)).split("Last changes")[0]
    page = director.get(there)
    assert "Correct the amounts at table 1" in words(page)
    assert page.context["correction"] == f"/desk/{event.slug}/rounds/1/#table-1"
    assert "It stands." in words(director.get(there))
    director.post(there, {"reopen": "yes"})
    assert "Open dispute" in words(director.get(overview))
    assert director.get(there).context["form"]["ruling"].value() == "It stands."
    director.post(there, {"ruling": "", "withdraw": "yes"})
    dispute.refresh_from_db()
    assert dispute.state == "withdrawn"
    again = director.post(there, {"ruling": "", "withdraw": "yes"})
    assert "This has already been done" in words(again)


def test_a_ruling_after_the_round_leads_to_the_tables_own_correction(director: Client) -> None:
    event = play_to(make_event(4), round_closed=1)
    dispute = open_dispute(event, director_of(event), 1, 1, "Cash of Cai")
    there = at(event, f"disputes/{dispute.pk}/")
    director.post(there, {"ruling": "35,500 for Cai.", "rule": "yes"})
    assert director.get(there).context["correction"] == at(event, "correct/")


@pytest.mark.parametrize("asked", ["finding=0", "log={}&finding=2", "log={}&finding=x", "log={}&finding=-1", "log={}"])
def test_without_a_finding_the_question_is_empty(director: Client, asked: str) -> None:
    event = a_table()
    log = with_log(event)
    answer = director.get(at(event, f"disputes/?{asked.format(log.pk)}"))
    assert answer.context["form"]["question"].value() == ""


def test_a_finding_of_a_log_that_cannot_be_read_any_more_is_not_cited(director: Client) -> None:
    event = a_table()
    log = with_log(event)
    GameLog.objects.update(text=BROKEN)
    answer = director.get(at(event, f"disputes/?log={log.pk}&finding=0"))
    assert (answer.status_code, answer.context["form"]["question"].value()) == (200, "")


def test_a_finding_of_another_tables_log_is_not_there(director: Client) -> None:
    event = a_table(players=8)
    log = with_log(event)
    other = f"/desk/{event.slug}/rounds/1/tables/2/disputes/?log={log.pk}&finding=0"
    assert director.get(other).status_code == 404


# The page of a log after a ruling: nothing accuses any more, what stands is the ruling, and Undo stands where it was made


"""One table with its slip entered, as every test finds it."""


def rule(client: Client, event: Event) -> str:
    """Apply the cash of the log, and return the address of its page."""
    page = at(event, f"logs/{with_log(event).pk}/")
    client.post(f"{page}apply/", hidden(client.get(f"{page}apply/")) | {"apply": "yes"})
    assert stored(event) == RULED
    client.get(page)  # the message of the ruling, which has an Undo of its own, is read
    return page


def test_nothing_is_red_and_no_mistake_leads_once_it_was_ruled(event: Event, director: Client) -> None:
    page = director.get(rule(director, event))
    markup = page.content.decode()
    verdict = re.search(r'(?s)<section class="verdict".*?</section>', markup)
    assert verdict
    assert [sign for sign in ('class="tag loss"', 'class="num off"') if sign in markup] == []
    assert "was paid 1,500" not in verdict[0]
    assert "was paid 1,500" in markup.partition("<summary>Mistakes in the game</summary>")[2]


def test_the_money_is_set_against_the_ruling(event: Event, director: Client) -> None:
    page = director.get(rule(director, event))
    money = next(table for table in tables_of(page.content.decode()) if table.caption == "Final cash")
    assert money.head == ["Player", "Log’s final", "Ruled", "Proved"]
    assert ["Cai Demo", "37,100", "38,100", "38,100"] in money.rows


def test_undo_stands_where_the_ruling_was_made_and_takes_result_and_ruling_back(event: Event, director: Client) -> None:
    page = rule(director, event)
    markup = director.get(page).content.decode()
    (verdict,) = re.findall(r'(?s)<section class="verdict".*?</section>', markup)
    assert "Undo the ruling" in verdict
    (address,) = re.findall(r'action="([^"]*undo/[^"]*)"', verdict)
    director.post(address.replace("&amp;", "&"))
    assert (stored(event), Dispute.objects.get().state) == (ENTERED, "open")
    assert "Undo the ruling" not in director.get(page).content.decode()


def test_in_a_closed_round_undo_asks_first_as_it_does_everywhere(director: Client) -> None:
    event = a_table(closed=True)
    page = rule(director, event)
    (address,) = re.findall(r'action="([^"]*undo/[^"]*)"', director.get(page).content.decode())
    asked = director.post(address.replace("&amp;", "&"))
    assert (asked.status_code, stored(event)) == (200, RULED)
    assert "Undo" in words(asked)


def test_a_ruling_keeps_its_words_whatever_the_log_is_read_as_later(event: Event, director: Client) -> None:
    page = rule(director, event)
    ruling = Dispute.objects.get().ruling
    director.post(f"{page}words/", {"word": ["Zork"], "meaning": ["remark"]})
    assert (Dispute.objects.get().ruling, stored(event)) == (ruling, RULED)
    assert ruling.splitlines()[0].removesuffix(" (R3).") in words(director.get(page))


# A ruling that is typed before the amounts are put right is not lost on the way, and can be given with the correction


CASH = (40_000, 35_000, 30_000, 20_000)
RULING = "Cai had 31,000: the bank paid Worldwide twice."


@pytest.fixture
def disputed() -> Event:
    """Four players after one round, whose one table is disputed."""
    made = make_event(4)
    play_round(made, 1, cash={1: CASH})
    open_dispute(made, director_of(made), 1, 1, "Cash of Cai")
    return Event.objects.get(pk=made.pk)


def page_of() -> str:
    """The address of the one dispute."""
    dispute = Dispute.objects.select_related("table__round__event").get()
    return at(dispute.table.round.event, f"disputes/{dispute.pk}/")


def correcting(client: Client, ruling: str = RULING) -> Answer:
    """The page of the correction, reached from the dispute with a ruling typed there."""
    gone = press(client, client.get(page_of()), "Correct the amounts at table 1", {"ruling": ruling})
    assert gone.status_code == 302
    return client.get(gone["Location"])


def ruling_field() -> str:
    return f"ruling-{Dispute.objects.get().pk}"


def corrected(client: Client, page: Answer, typed: Typed | None = None, third: int = 31_000) -> Answer:
    sent = typed_into(form_with(page, "t1-why"), {1: (*CASH[:2], third, CASH[3])})
    return client.post(page.wsgi_request.path, sent | {"t1-why": "paid twice", "save": "yes"} | (typed or {}))


def test_what_was_typed_on_the_dispute_stands_on_the_correction_and_is_given_with_it(
    disputed: Event, director: Client
) -> None:
    page = correcting(director)
    assert "Ruling on “Cash of Cai”" in words(page)
    assert form_with(page, "t1-why").values[ruling_field()] == [RULING]
    assert Dispute.objects.get().state == "open"
    done = corrected(director, page)
    assert told(done)[0].startswith("Result for table 1 in round 1 corrected.")
    dispute = Dispute.objects.get()
    assert (dispute.state, dispute.ruling) == ("ruled", RULING)
    assert record_of(disputed).table(1, 1).seats[2].cash == 31_000
    director.post(page_of(), {"reopen": "yes"})
    assert director.get(page_of()).context["form"]["ruling"].value() == RULING


def test_who_corrects_first_finds_the_ruling_on_the_dispute_as_it_was_typed(disputed: Event, director: Client) -> None:
    page = correcting(director)
    done = corrected(director, page, {ruling_field(): ""})
    assert "ruled" not in told(done)[0]
    assert Dispute.objects.get().state == "open"
    again = director.get(page_of())
    assert again.context["form"]["ruling"].value() == RULING
    press(director, again, "Rule on the dispute")
    assert Dispute.objects.get().ruling == RULING


def test_in_a_round_that_is_played_the_ruling_waits_on_its_page(director: Client) -> None:
    event = being_played(4)
    enter_results(event, 1, cash={1: CASH})
    open_dispute(event, director_of(event), 1, 1, "Cash of Cai")
    gone = press(director, director.get(page_of()), "Correct the amounts at table 1", {"ruling": RULING})
    assert gone["Location"] == f"/desk/{event.slug}/rounds/1/#table-1"
    assert director.get(page_of()).context["form"]["ruling"].value() == RULING
    press(director, director.get(page_of()), "Dispute withdrawn", {"ruling": ""})
    director.post(page_of(), {"reopen": "yes"})
    assert director.get(page_of()).context["form"]["ruling"].value() == ""


def test_the_tables_own_page_offers_the_ruling_too_and_no_more_once_it_is_given(
    disputed: Event, director: Client
) -> None:
    page = director.get(at(disputed, "correct/"))
    assert form_with(page, "t1-why").values[ruling_field()] == [""]
    corrected(director, page, {ruling_field(): RULING})
    assert Dispute.objects.get().state == "ruled"
    assert "Ruling on" not in words(director.get(at(disputed, "correct/")))


def test_a_ruling_that_is_too_long_keeps_the_amounts_as_they_were(disputed: Event, director: Client) -> None:
    refused = corrected(director, director.get(at(disputed, "correct/")), {ruling_field(): "x" * (LONGEST_RULING + 1)})
    assert "has 4001 characters" in words(refused).replace("4,001", "4001")
    assert record_of(disputed).table(1, 1).seats[2].cash == CASH[2]
    assert len(form_with(refused, "t1-why").values[ruling_field()][0]) == LONGEST_RULING + 1


def test_one_undo_takes_back_who_sat_there_and_the_ruling(disputed: Event, director: Client) -> None:
    first, second = (seat.player for seat in record_of(disputed).table(1, 1).seats[:2])
    page = director.get(at(disputed, "correct/"))
    swapped = {f"sat-{first}": str(second), ruling_field(): RULING}
    asked = corrected(director, page, swapped, CASH[2])
    done = press(director, asked, "Correct table 1")
    assert Dispute.objects.get().state == "ruled"
    assert record_of(disputed).table(1, 1).seats[0].player == PlayerId(second)
    asked = press_undo(director, done)
    form = form_with(asked, "confirmed")
    director.post(form.action, form.filled(button=next(each for each in form.buttons if each.name == "confirmed")))
    assert Dispute.objects.get().state == "open"
    assert record_of(disputed).table(1, 1).seats[0].player == PlayerId(first)
