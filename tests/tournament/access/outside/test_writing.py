"""Entries, check-ins and results from outside: the same refusals, conflicts and questions as at the desk, and each request acts once."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.build import director_of, enter_results, make_event, play_to, publish
from tests.tournament.access.outside.programs import CALLED, Program, problem, program_of
from tests.tournament.pages.forms import Answer
from tournament.models import Change, Event
from tournament.models.queries import record_of
from tournament.record.acts import Act
from tournament.record.vocabulary import ResultCheck, Status
from tournament.services.attendance import set_status
from tournament.services.entries import edit_entry, particulars_of
from tournament.services.results.confirming import hand_in
from tournament.services.undoing import undo_changes

pytestmark = pytest.mark.django_db


@pytest.fixture
def program() -> Program:
    return program_of(make_event(8))


def written(answer: Answer) -> Any:
    """What was written."""
    assert answer.status_code in {200, 201}, answer.content
    return answer.json()


def diary(event: Event) -> list[str]:
    """The acts of the program, oldest first."""
    return list(event.changes.filter(made_by__username=CALLED).order_by("version").values_list("act", flat=True))


def test_where_there_is_nothing_the_refusal_is_json_and_leads_nowhere(program: Program) -> None:
    slug = program.event.slug
    for path in (
        f"/api/v1/{slug}",
        f"/api/v1/{slug}/",
        f"/api/v1/{slug}/entries",
        f"/api/v1/{slug}//entries/",
        "/api/v2/",
    ):
        answer = Client().post(path, b'{"entries":[{"name":"Player 31"}]}', content_type="application/json")
        assert problem(answer) == (404, f"There is nothing at {path}. Every address ends with “/”.")


# Entries


def test_players_are_entered_in_one_act_and_read_back_whole(program: Program) -> None:
    sent = {
        "name": "Nina Muster",
        "country": "Dutch",
        "contestant_id": "A-17",
        "is_junior": True,
        "shown_as": "initial",
        "club": "Chess Club",
        "team": "Blue",
        "email": "nina@example.org",
    }
    answer = program.post("entries/", {"entries": [sent, {"name": "  Olaf   Muster "}]})
    assert answer.status_code == 201
    nina, olaf = written(answer)["entries"]
    assert nina | {"country": "Dutch"} | sent == nina | {"country": "Dutch"}
    assert (nina["player"], nina["country"], nina["status"]) == (9, "NL", "registered")
    assert (olaf["player"], olaf["name"], olaf["shown_as"]) == (10, "Olaf Muster", "full")
    assert program.get("entries/")["entries"][8:] == [nina, olaf]
    assert program.get("entries/9/")["entry"] == nina
    assert diary(program.event) == ["entries.enter"]
    change = Change.objects.latest("version")
    assert (change.entries, written(answer)["change"]) == ([9, 10], change.version)
    assert written(answer)["version"] == Event.objects.get(pk=program.event.pk).version


def test_the_same_request_enters_once_whatever_comes_between(program: Program) -> None:
    body = {"entries": [{"name": "Nina Muster"}]}
    first = program.post("entries/", body, idempotency_key="order-17")
    edit_entry(
        program.event,
        director_of(program.event),
        9,
        particulars_of(program.event.entries.get(number=9)).__class__("Nina Sample"),
    )
    again = program.post("entries/", body, idempotency_key="order-17")
    assert [(each.status_code, each.json()["is_repeated"]) for each in (first, again)] == [(201, False), (200, True)]
    assert [each.json()["change"] for each in (first, again)] == [first.json()["change"]] * 2
    assert again.json()["entries"][0]["name"] == "Nina Sample"
    assert program.event.entries.count() == 9
    other = program.post("entries/", {"entries": [{"name": "Otto Muster"}]}, idempotency_key="order-17")
    assert other.status_code == 201, "the key is for these contents"
    shop = program_of(program.event)
    assert shop.post("entries/", {"entries": [{"name": "Otto Muster"}]}, idempotency_key="order-17").status_code == 422


def test_a_name_that_is_entered_already_is_asked_about(program: Program) -> None:
    body = {"entries": [{"name": "Ada Démo"}, {"name": "Pia Muster"}, {"name": "pia muster"}]}
    answer = program.post("entries/", body)
    assert problem(answer) == (
        422,
        "Ada Démo and pia muster have already been entered. Confirm that these are other players with the same names.",
    )
    assert answer.json()["asks"] == ["confirmed"]
    assert program.event.entries.count() == 8
    assert program.post("entries/", body | {"confirmed": True}).status_code == 201
    assert program.event.entries.count() == 11


@pytest.mark.parametrize(
    ("sent", "status", "words"),
    [
        ({}, 422, "name: "),
        ({"name": " "}, 422, "name: "),
        ({"name": "Nina", "country": "Atlantis"}, 422, "country: “Atlantis” is not a country we recognise."),
        ({"name": "Nina", "email": "nina at home"}, 422, "email: "),
        ({"name": "Nina", "shown_as": "hidden"}, 422, "shown_as: "),
        ({"name": "x" * 121}, 422, "name: "),
        ({"name": "Nina", "fee": "x" * 400}, 422, "“fee” must be an amount such as 12.50"),
        ({"name": "Nina", "fee": "1e9"}, 422, "“fee” must be an amount"),
        ({"name": "Nina", "contestant_id": "7"}, 409, "Organiser's number 7 belongs to another player"),
    ],
)
def test_what_the_form_of_an_entry_refuses_is_refused_here(
    program: Program, sent: dict[str, Any], status: int, words: str
) -> None:
    program.event.entries.filter(number=1).update(contestant_id="7")
    answer = program.post("entries/", {"entries": [{"name": "Otto Muster"}, sent]})
    assert answer.status_code == status
    assert words in problem(answer)[1]
    assert program.event.entries.count() == 8, "all or nobody"


def test_only_what_is_sent_is_corrected(program: Program) -> None:
    before = program.get("entries/3/")["entry"]
    after = written(program.patch("entries/3/", {"club": "Chess Club", "fixed_table": 2}))
    assert after["entry"] == before | {"club": "Chess Club", "fixed_table": 2}
    same = written(program.patch("entries/3/", {"club": "Chess Club"}))
    assert (same["change"], same["entry"]) == (None, after["entry"])
    assert written(program.patch("entries/3/", {"fixed_table": None}))["entry"]["fixed_table"] is None
    assert diary(program.event) == ["entries.edit"] * 2
    assert problem(program.patch("entries/99/", {"club": "x"}))[0] == 404
    assert problem(program.patch("entries/3/", {"status": "present"}))[0] == 422


def test_a_member_that_is_there_twice_is_refused(program: Program) -> None:
    sent = b'{"entries": [{"name": "Nina Muster", "name": "Nora Muster"}]}'
    assert problem(program.send("POST", "entries/", sent)) == (
        400,
        "The member “name” appears twice. Send it only once.",
    )


def test_fees_are_amounts_where_the_event_has_them(program: Program) -> None:
    after = written(program.patch("entries/3/", {"fee_due": "12.50", "fee_paid": "7"}))["entry"]
    assert (after["fee_due"], after["fee_paid"]) == ("12.50", "7.00")
    assert "is not a number" in problem(program.patch("entries/3/", {"fee_paid": "all"}))[1]
    paid = written(program.post("entries/", {"entries": [{"name": "Nina Muster", "fee": "10"}]}))["entries"][0]
    assert (paid["fee_due"], paid["fee_paid"]) == ("10.00", None)
    Event.objects.update(extras={})
    assert program.patch("entries/3/", {"fee_paid": "7"}).status_code == 422


def test_what_somebody_else_has_changed_is_never_overwritten(program: Program) -> None:
    seen = program.get("entries/")["version"]
    event, actor = program.event, director_of(program.event)
    entry = event.entries.get(number=3)
    edit_entry(event, actor, 3, particulars_of(entry).__class__(entry.name, club="Go Club"))
    assert program.patch("entries/3/", {"note": "by train", "seen": seen}).status_code == 200
    answer = program.patch("entries/3/", {"club": "Chess Club", "seen": seen})
    assert answer.status_code == 409
    assert answer.json()["conflicts"] == [{"member": "club", "player": None, "stored": "Go Club", "sent": "Chess Club"}]
    assert program.get("entries/3/")["entry"]["club"] == "Go Club"
    assert program.patch("entries/3/", {"club": "Chess Club"}).status_code == 200, "without a version it overwrites"


# Check-ins


def test_players_are_checked_in_and_marked(program: Program) -> None:
    Event.objects.get(pk=program.event.pk).entries.update(status=Status.REGISTERED.value)
    seen = program.get("check-ins/")["version"]
    after = written(program.post("check-ins/", {"players": [2, 5], "status": "present", "seen": seen}))
    assert [(each["player"], each["status"]) for each in after["entries"]] == [(2, "present"), (5, "present")]
    assert written(program.post("check-ins/", {"players": [3], "status": "late"}))["entries"][0]["status"] == "late"
    assert problem(program.post("check-ins/", {"players": [2], "status": "present"})) == (
        409,
        "This has already been done; reload the page.",
    )
    assert diary(program.event) == ["entries.check-in", "entries.mark"]
    undo_changes(program.event, director_of(program.event), [after["change"]])
    assert program.get("check-ins/")["entries"][1]["status"] == "registered"


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ({"players": [99], "status": "present"}, 409),
        ({"players": [1], "status": "withdrawn"}, 422),
        ({"players": [1], "status": "present", "missed": "never"}, 422),
        ({"players": ["1"], "status": "present"}, 422),
        ({"players": [True], "status": "present"}, 422),
        ({"players": [1]}, 422),
        ({"status": "present"}, 422),
    ],
)
def test_what_cannot_be_marked_is_refused(program: Program, sent: dict[str, Any], status: int) -> None:
    assert problem(program.post("check-ins/", sent))[0] == status
    assert diary(program.event) == []


def test_who_comes_late_is_asked_about(program: Program) -> None:
    event = program.event
    set_status(event, director_of(event), [8], Status.LATE)
    publish(event, 1)
    assert program.get("check-ins/")["missed"] == ["missed", "standard"]
    answer = program.post("check-ins/", {"players": [8], "status": "present"})
    assert (answer.status_code, answer.json()["asks"]) == (422, ["missed"])
    assert [each["missed"] for each in answer.json()["choices"]] == ["missed", "standard"]
    refused = program.post("check-ins/", {"players": [8], "status": "present", "missed": "pairing-problem"})
    assert refused.status_code == 422, "30 is for who was there (R52)"
    assert program.post("check-ins/", {"players": [8], "status": "present", "missed": "missed"}).status_code == 200
    assert problem(program.post("check-ins/", {"players": [1], "status": "absent"}))[0] == 409


def test_a_status_that_somebody_else_has_set_is_not_overwritten(program: Program) -> None:
    seen = program.get("check-ins/")["version"]
    set_status(program.event, director_of(program.event), [4], Status.EXCLUDED)
    answer = program.post("check-ins/", {"players": [4], "status": "late", "seen": seen})
    assert problem(answer)[0] == 409
    assert "is now excluded. Fetch the check-ins again." in problem(answer)[1]
    assert program.post("check-ins/", {"players": [4], "status": "late"}).status_code == 200


# Results


def playing(check: ResultCheck = ResultCheck.NONE) -> Program:
    """A program of an event whose first round is played."""
    event = make_event(8, result_check=check.value)
    publish(event, 1)
    return program_of(event)


def cash_of(program: Program, *amounts: int | None, table: int = 1) -> dict[str, Any]:
    """What is sent for a table whose players have these amounts, in their order."""
    shown = program.get(f"results/1/{table}/")["table"]["players"]
    return {
        "players": [{"player": seat["player"], "cash": cash} for seat, cash in zip(shown, amounts, strict=True)],
    }


def test_the_final_cash_of_a_table_is_official_at_once() -> None:
    program = playing()
    assert [each["round"] for each in program.get("results/")["rounds"]] == [1]
    sent = cash_of(program, 41_200, 30_100, 20_500, 9_900)
    sent["players"][3]["is_out_of_time"] = True
    sent["ended_by"] = "all safe"
    answer = written(program.post("results/1/1/", sent, idempotency_key="t1"))
    table = answer["table"]
    assert [seat["cash"] for seat in table["players"]] == [41_200, 30_100, 20_500, 9_900]
    assert [seat["is_out_of_time"] for seat in table["players"]] == [False, False, False, True]
    assert (table["is_official"], table["waits_for"], table["ended_by"]) == (True, None, "all safe")
    stored = record_of(Event.objects.get(pk=program.event.pk)).round(1).table(1)
    assert sorted(filter(None, stored.cash.values())) == [9_900, 20_500, 30_100, 41_200]
    assert written(program.post("results/1/1/", sent, idempotency_key="t1"))["is_repeated"]
    assert written(program.post("results/1/1/", sent))["change"] is None, "nothing to change"
    assert diary(program.event) == ["results.record"]
    undo_changes(program.event, director_of(program.event), [answer["change"]])
    assert program.get("results/1/1/")["table"]["players"][0]["cash"] is None


def test_a_doubt_is_asked_and_answered_by_a_reason_or_a_yes() -> None:
    program = playing()
    odd = cash_of(program, 41_250, 30_100, 20_500, 9_900)
    answer = program.post("results/1/1/", odd)
    assert answer.status_code == 422
    assert "reason" in answer.json()["asks"]
    assert program.post("results/1/1/", odd | {"confirmed": True}).status_code == 422, "it needs a reason"
    assert program.post("results/1/1/", odd | {"reason": "a note of 50 in play"}).status_code == 200
    tie = cash_of(program, 40_000, 40_000, 20_500, 9_900, table=2)
    answer = program.post("results/1/2/", tie)
    assert (answer.status_code, answer.json()["asks"]) == (422, ["confirmed"])
    assert program.post("results/1/2/", tie | {"confirmed": True}).status_code == 200


def test_what_the_grid_refuses_is_refused_here() -> None:
    program = playing()
    sent = cash_of(program, 41_200, 30_100, 20_500, 9_900)
    assert "Send each of them once." in problem(program.post("results/1/1/", {"players": sent["players"][:3]}))[1]
    assert problem(program.post("results/1/1/", {"players": sent["players"][:3] + sent["players"][:1]}))[0] == 422
    assert problem(program.post("results/1/9/", sent))[0] == 404
    assert problem(program.post("results/2/1/", sent))[0] == 404
    sent["players"][0]["cash"] = -100
    assert problem(program.post("results/1/1/", sent)) == (422, "players[0].cash must be a whole number.")
    assert problem(program.post("results/1/1/", cash_of(program, 2_000_000_000, 1, 1, 1)))[0] == 422
    assert diary(program.event) == []


def test_no_draft_is_read_and_no_closed_round_is_changed() -> None:
    event = play_to(make_event(8), round_closed=1)
    program = program_of(event)
    answer = program.post("results/1/1/", cash_of(program, 41_200, 30_100, 20_500, 9_900))
    assert problem(answer) == (409, "Round 1 is closed; open a table's page to correct it.")
    event.rounds.update(state="draft")
    Event.objects.update(version=99)
    assert program.get("results/")["rounds"] == []
    assert program.send("GET", "results/1/1/").status_code == 409


def test_an_amount_that_somebody_else_has_changed_is_not_overwritten() -> None:
    program = playing()
    sent = cash_of(program, 41_200, 30_100, 20_500, 9_900)
    seen = program.get("results/")["version"]
    enter_results(program.event, 1)
    answer = program.post("results/1/1/", sent | {"seen": seen})
    assert answer.status_code == 409
    assert {each["member"] for each in answer.json()["conflicts"]} >= {"cash"}
    assert {each["player"] for each in answer.json()["conflicts"] if each["member"] == "cash"} == {
        seat["player"] for seat in sent["players"]
    }
    assert program.post("results/1/1/", sent).status_code == 200


def test_a_result_that_is_typed_twice_waits_for_a_person() -> None:
    """A program types once: it confirms nothing, and does not read what somebody must type again."""
    program = playing(ResultCheck.REKEY)
    event, actor = program.event, director_of(program.event)
    sent = cash_of(program, 41_200, 30_100, 20_500, 9_900)
    table = written(program.post("results/1/1/", sent))["table"]
    assert (table["is_official"], table["waits_for"]) == (False, "second-typing")
    assert [seat["cash"] for seat in table["players"]] == [None] * 4
    assert "You entered the same result for table 1" in problem(program.post("results/1/1/", sent))[1]
    typed = record_of(event).round(1).table(1)
    cash = {seat["player"]: seat["cash"] for seat in sent["players"]}
    result = typed.__class__(1, tuple(seat.__class__(seat.player, cash=cash[seat.player]) for seat in typed.seats))
    assert hand_in(event, actor, 1, [result]) == {}
    assert program.get("results/1/1/")["table"]["is_official"]

    other = cash_of(program, 41_200, 30_100, 20_500, 9_900, table=2)
    cash = {seat["player"]: seat["cash"] for seat in other["players"]}
    typed = record_of(event).round(1).table(2)
    result = typed.__class__(2, tuple(seat.__class__(seat.player, cash=cash[seat.player]) for seat in typed.seats))
    assert hand_in(event, actor, 1, [result]) == {}
    assert problem(program.post("results/1/2/", other)) == (
        409,
        "Table 2 has already been entered; somebody who can confirm results must enter it again.",
    )


def test_a_result_that_the_table_signs_waits_for_its_signatures() -> None:
    program = playing(ResultCheck.TABLE)
    sent = cash_of(program, 41_200, 30_100, 20_500, 9_900)
    table = written(program.post("results/1/1/", sent))["table"]
    assert (table["is_official"], table["waits_for"], table["is_signed"]) == (False, "signatures", False)
    assert [seat["cash"] for seat in table["players"]] == [41_200, 30_100, 20_500, 9_900]
    signed = written(program.post("results/1/1/", sent | {"is_signed": True, "report": table["report"]}))["table"]
    assert (signed["is_official"], signed["waits_for"], signed["is_signed"]) == (False, "acceptance", True)
    same = written(program.post("results/1/1/", sent | {"report": table["report"]}))
    assert (same["change"], same["table"]["is_signed"]) == (None, True), "what is not said stays"
    other = cash_of(program, 40_000, 30_100, 20_500, 9_900)
    assert problem(program.post("results/1/1/", other))[0] == 409
    latest = program.get("results/1/1/")["table"]["report"]
    assert program.post("results/1/1/", other | {"report": latest, "is_signed": False}).status_code == 200
    assert Act.CONFIRM_RESULT.value not in diary(program.event)
