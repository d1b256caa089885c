"""Game logs through their pages: attached in any letters, corrected, read with their liberties, replayed, asked about."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.template.loader import render_to_string
from django.test import Client

from games.acquire.logs.language.diagnostics import AskedWord
from tests.tournament.pages.logs import (
    BROKEN,
    DISPUTED,
    ENTERED,
    LOGS,
    MISCOUNTED,
    UNREAD,
    a_table,
    at,
    stored,
    title_of,
    with_log,
)
from tests.tournament.pages.reading import tables_of, words_of
from tests.tournament.pages.stages import once_for_all
from tests.tournament.pages.words import told, words
from tournament.models import Event, GameLog
from tournament.replays.reading import GameReading, read_game
from tournament.slices.disputes.logs import UnknownWord, unknown_words

pytestmark = pytest.mark.django_db


NOT_RECOGNISED = "was not recognised; expected a tile, a chain, a player or what was done."

made, event = once_for_all(a_table)

"""One table with its slip entered, as every test finds it."""


def test_a_pasted_log_is_attached_and_its_replay_is_shown(event: Event, director: Client) -> None:
    answer = director.post(at(event, "logs/"), {"text": DISPUTED, "title": "Sheet"})
    log = GameLog.objects.get()
    assert answer["Location"] == at(event, f"logs/{log.pk}/")
    assert told(answer) == ["Log attached to table 1 in round 1."]
    assert stored(event) == ENTERED


def test_an_uploaded_file_is_attached_whatever_its_line_ends(event: Event, director: Client) -> None:
    content = DISPUTED.replace("\n", "\r\n").encode("utf-8-sig")
    director.post(at(event, "logs/"), {"file": SimpleUploadedFile("game.acq", content)})
    assert GameLog.objects.get().text == DISPUTED.replace("\n", "\r\n")


def test_a_log_of_which_no_turn_can_be_read_stays_in_its_field_with_every_place_that_is_wrong(
    event: Event, director: Client
) -> None:
    answer = director.post(at(event, "logs/"), {"text": BROKEN, "title": "Sheet"})
    assert not GameLog.objects.exists()
    markup = answer.content.decode()
    assert [(place.line, place.column, place.sentence) for place in answer.context["form"].excerpts] == [
        (3, 8, f"“13A; found Zork” {NOT_RECOGNISED}"),
        (4, 8, f"“4J” {NOT_RECOGNISED}"),
    ]
    assert f"Line 4, column 8. “4J” {NOT_RECOGNISED} 2 Ben: 4J" in words(answer)
    assert (answer.context["form"]["text"].value(), answer.context["form"]["title"].value()) == (BROKEN, "Sheet")
    for line in (
        "1 Ann: <mark>13A;</mark> found Zork",
        "2 Ben: <mark>4J</mark>",
    ):
        assert f">{line}</p>" in markup


def test_a_broken_file_is_shown_as_text_to_be_corrected_in_place(event: Event, director: Client) -> None:
    answer = director.post(at(event, "logs/"), {"file": SimpleUploadedFile("game.acq", BROKEN.encode()), "text": ""})
    assert answer.context["form"]["text"].value() == BROKEN
    assert "Line 3, column 8" in words(answer)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "The log is empty; paste the text or choose a file."),
        (b"#" * 1_000_001, "The log is too long for one game. Attach the log of a single game."),
        (b"# \x00", "game.acq is not a text file. Save it as text, or paste the text."),
    ],
    ids=["empty", "too long", "zero byte"],
)
def test_a_file_that_is_no_log_gets_its_sentence(event: Event, director: Client, content: bytes, sentence: str) -> None:
    answer = director.post(at(event, "logs/"), {"file": SimpleUploadedFile("game.acq", content)})
    assert (answer.status_code, GameLog.objects.count()) == (200, 0)
    assert sentence in words(answer)


def test_a_log_is_corrected_beside_the_old_one(event: Event, director: Client) -> None:
    old = with_log(event)
    page = director.get(at(event, f"logs/?from={old.pk}"))
    assert page.context["form"]["text"].value() == DISPUTED
    director.post(at(event, "logs/"), {"text": DISPUTED.replace("1500", "2500"), "title": "Corrected"})
    assert [(log.title, "Worldwide 1500" in log.text) for log in GameLog.objects.all()] == [
        ("Scribe's sheet", True),
        ("Corrected", False),
    ]


def test_what_the_table_knows_of_its_game_is_told_beside_the_box(event: Event, director: Client) -> None:
    markup = director.get(at(event, "logs/")).content.decode()
    found = re.search(r'(?s)aria-label="What is known about the table">(.*?)</pre>', markup)
    assert found
    assert found[1].splitlines() == [
        "edition: mso",
        "players: Ann = Ann Demo, Ben = Ben Demo, Cai = Cai Demo, Dot = Dot Demo",
        "chains: classic",
    ]
    director.post(at(event, "logs/"), {"text": f"{found[1]}\n\n1 Ann: 4C\n"})
    assert len(GameLog.objects.get().text.splitlines()) == 5


def test_lines_that_were_not_understood_are_one_group_by_their_word_and_without_a_clause_of_the_notation(
    director: Client,
) -> None:
    event = a_table()
    text = UNREAD.replace("10 Ben: 10F; found American;", "10 Ben: 10F; found Xaver;", 1).replace(
        "51 Cai: 6B", "51 Cai: 6B; found Zork"
    )
    answer = director.get(at(event, f"logs/{with_log(event, text).pk}/"))
    assert [(each.word, each.times) for each in answer.context["unknown"]] == [("Zork", 2), ("Xaver", 1)]
    (group,) = re.findall(r'(?s)<details class="unneeded".*?</details>', answer.content.decode())
    said = words_of(group)
    assert said.startswith("3 places in the log were not recognised · “Zork”? “Zork” , 2 times: What is it?")
    assert "85 50 Ben: 7A; found Zork 92 51 Cai: 6B; found Zork" in said
    assert "“Xaver” , 1 time 17 10 Ben: 10F; found Xaver; " in said
    assert [word for word in ("clause", "expected", "column") if word in said.lower()] == []


def test_the_liberties_taken_in_reading_are_folded_under_their_number(director: Client) -> None:
    event = a_table()
    log = with_log(event, "1 ann: 4C\n2 Ben: 5D, buy 2 Luxr\n")
    answer = director.get(at(event, f"logs/{log.pk}/"))
    found = re.search(r'(?s)<details class="small read-as">.*?</details>', answer.content.decode())
    assert found
    assert words_of(found[0]) == (
        "4 notes on how the log was read "
        "From the table: took edition: mso From the table: took players: Ann, Ben, Cai, Dot "
        'Line 1: read "1 ann: 4C" as 1 Ann: 4C Line 2: read "2 Ben: 5D, buy 2 Luxr" as 2 Ben: 5D; found Luxor'
    )


def test_a_log_as_the_notation_has_it_is_read_without_a_word(director: Client) -> None:
    event = a_table()
    answer = director.get(at(event, f"logs/{with_log(event).pk}/"))
    assert (answer.context["unknown"], answer.context["notes"]) == ([], ())
    assert [word in answer.content.decode() for word in ("read-as", "unneeded")] == [False, False]


@pytest.mark.parametrize(
    ("asked", "title"),
    [
        ("turn=56", "After turn 55 Cai 55 of 55"),
        ("turn=999999", "After turn 55 Cai 55 of 55"),
        ("turn=-1", "At the start 0 of 55"),
        ("turn=x", "At the start 0 of 55"),
        ("turn=", "Turn 50 Ben: bonuses 50 of 55"),
        ("turn=50&step=99", "After turn 50 Ben 50 of 55"),
        ("turn=50&step=x", "After turn 50 Ben 50 of 55"),
    ],
)
def test_a_step_that_is_not_there_shows_one_that_is(event: Event, director: Client, asked: str, title: str) -> None:
    answer = director.get(at(event, f"logs/{with_log(event).pk}/?{asked}"))
    assert (answer.status_code, title_of(answer)) == (200, title)


def test_the_board_the_holdings_and_the_hands_are_those_of_the_turn(event: Event, director: Client) -> None:
    answer = director.get(at(event, f"logs/{with_log(event).pk}/?turn=50"))
    markup = answer.content.decode()
    assert '<g class="space chain chain-tower placed">' in markup
    holdings = next(table for table in tables_of(markup) if table.caption.startswith("Cash and shares"))
    assert [row[:2] for row in holdings.rows] == [
        ["Ann", "1,000"],
        ["Ben", "1,400"],
        ["Cai", "12,700"],
        ["Dot", "9,400"],
    ]
    assert holdings.rows[1][2:] == ["3", "4", "8", "4", "1", "4", "5"]
    assert "Hands Ann 6 unknown Ben 6 unknown" in words(answer)


def test_known_tiles_of_a_hand_are_told_beside_the_unknown(event: Event, director: Client) -> None:
    log = with_log(event, (LOGS / "e24-out-of-time.acq").read_text(encoding="utf-8"))
    assert "Ann 12I and 5 unknown" in words(director.get(at(event, f"logs/{log.pk}/?turn=0")))


def test_after_ten_the_mistakes_are_folded(event: Event, director: Client) -> None:
    page = director.get(at(event, f"logs/{with_log(event).pk}/"))
    (cause,) = page.context["causes"]
    for count, more in ((10, 0), (12, 2)):
        shown = render_to_string("components/_causes.html", {"causes": [cause] * count, "address": "", "dispute": ""})
        plain, _fold, folded = shown.partition("<details><summary>")
        assert (plain.count(cause.sentence), folded.count(cause.sentence)) == (count - more, more)


def test_the_log_itself_is_a_file(event: Event, director: Client) -> None:
    page = at(event, f"logs/{with_log(event).pk}/")
    answer = director.get(f"{page}?_export=log")
    assert (answer.content.decode(), answer["Content-Type"]) == (DISPUTED, "text/plain; charset=utf-8")


def test_a_row_a_player_has_what_stands_what_is_proved_and_one_difference(event: Event, director: Client) -> None:
    answer = director.get(at(event, f"logs/{with_log(event).pk}/"))
    found = next(table for table in tables_of(answer.content.decode()) if table.caption == "Final cash")
    assert found.head == ["Player", "Entered (same as in the log)", "Proved", "Change"]
    assert sorted(found.rows) == [
        ["Ann Demo", "23,600", "23,600", ""],
        ["Ben Demo", "18,000", "18,000", ""],
        ["Cai Demo", "37,100", "38,100", "+1,000"],
        ["Dot Demo", "37,300", "37,300", ""],
    ]


def test_what_the_log_gives_as_written_is_shown_only_where_somebodys_cash_is_not_proved(
    event: Event, director: Client
) -> None:
    answer = director.get(at(event, f"logs/{with_log(event, MISCOUNTED).pk}/"))
    found = next(table for table in tables_of(answer.content.decode()) if table.caption == "Final cash")
    assert found.head == ["Player", "Log’s final", "Entered", "According to the log as written", "Proved"]
    assert sorted(found.rows)[0] == ["Ann Demo", "23,600", "23,600", "25,600", "not proved"]


def test_an_incomplete_log_says_why_no_cash_can_be_applied(event: Event, director: Client) -> None:
    log = with_log(event, DISPUTED[: DISPUTED.index("55 Cai")])
    page = at(event, f"logs/{log.pk}/")
    answer = director.get(page)
    assert "The log stops after 54 turns" in words(answer)
    assert f"{page}apply/" not in answer.content.decode()
    refused = director.get(f"{page}apply/")
    assert refused["Location"] == page
    assert told(refused)[0].startswith("The log stops after 54 turns")


def test_a_log_that_cannot_be_read_any_more_says_so_and_can_be_corrected(event: Event, director: Client) -> None:
    log = with_log(event)
    GameLog.objects.update(text=BROKEN)
    page = at(event, f"logs/{log.pk}/")
    answer = director.get(page)
    assert (answer.status_code, "Line 4, column 8. “4J” was not recognised" in words(answer)) == (200, True)
    assert director.get(f"{page}apply/")["Location"] == page
    assert director.get(at(event, f"logs/?from={log.pk}")).context["form"]["text"].value() == BROKEN


def test_names_of_a_log_are_text_and_never_markup(event: Event, director: Client) -> None:
    text = DISPUTED.replace("players: Ann,", 'players: Ann = "<script>alert(1)</script>",')
    answer = director.get(at(event, f"logs/{with_log(event, text).pk}/apply/"))
    assert b"<script>alert" not in answer.content
    assert b"&lt;script&gt;alert" in answer.content


def test_somebody_elses_log_and_a_log_of_another_table_are_not_there(director: Client, stranger: Client) -> None:
    event = a_table(players=8)
    log = with_log(event)
    assert stranger.get(at(event, f"logs/{log.pk}/")).status_code == 404
    assert director.get(f"/desk/{event.slug}/rounds/1/tables/2/logs/{log.pk}/").status_code == 404


# A log whose file is in other letters than UTF-8 is attached, and the page says which they were read as


FIELD = Path(__file__).resolve().parents[5] / "fixtures" / "logs" / "field"


@pytest.mark.parametrize(("encoding", "letters"), [("utf-16", "UTF-16"), ("cp1252", "Windows-1252")])
def test_a_file_in_other_letters_is_attached_and_the_letters_told(
    director: Client, encoding: str, letters: str
) -> None:
    event = a_table()
    file = SimpleUploadedFile("game.acq", f"# Café\n{DISPUTED}".encode(encoding))
    answer = director.post(at(event, "logs/"), {"file": file, "text": ""})
    assert GameLog.objects.get().text.startswith("# Café")
    assert told(answer)[0].endswith(f"The text was read as {letters}.")


@pytest.mark.parametrize("name", ["log-in-capitals", "log-in-latin-1", "log-in-utf-16"])
def test_a_file_of_a_hall_is_attached(director: Client, name: str) -> None:
    event = a_table()
    content = (FIELD / f"{name}.acq").read_bytes()
    director.post(at(event, "logs/"), {"file": SimpleUploadedFile(f"{name}.acq", content), "text": ""})
    assert "position board luxor: 1a 2a 3a 4a" in GameLog.objects.get().text.lower()


# Two logs of one table: its page lists both, each with its replay


def test_the_page_of_a_table_lists_both_logs_each_with_its_replay(director: Client) -> None:
    event = a_table()
    logs = [with_log(event), with_log(event, DISPUTED.replace("Worldwide 1500", "Worldwide 2500"))]
    pages = [at(event, f"logs/{log.pk}/") for log in logs]
    for page in (at(event), *pages):
        shown = director.get(page).content.decode()
        assert [f'href="{each}#replay"' in shown for each in pages] == [page != each for each in pages]
        assert "beside=" not in shown


# Words of a log that nobody knows: asked for once with a guess, answered with the log, and only suggested for other logs


"""One table with its slip entered, as every test finds it."""


def asking(*asked: AskedWord) -> GameReading:
    """The log with a place that cannot be read, as if its reader asked for these words."""
    reading = read_game(UNREAD)
    return replace(reading, asked=asked)


def explain(client: Client, event: Event, log: GameLog, **words: str) -> GameLog:
    """Answer what words mean, as the page sends it."""
    sent = {"word": list(words), "meaning": list(words.values())}
    assert client.post(at(event, f"logs/{log.pk}/words/"), sent)["Location"] == at(event, f"logs/{log.pk}/")
    log.refresh_from_db()
    return log


def test_a_word_is_asked_for_with_the_readers_guess_and_the_lines_that_it_stands_in(event: Event) -> None:
    log = with_log(event, UNREAD)
    first, second = unknown_words(log, asking(AskedWord("Festival", 7, 10, "cash"), AskedWord("Zork", 1, 85, "")))
    assert first == UnknownWord("Festival", 7, first.lines, "cash", is_asked=True)
    assert [(place.line, place.before, place.word) for place in first.lines] == [(10, "3 Cai: 8I; found ", "Festival;")]
    assert (second.word, second.meaning, [place.line for place in second.lines]) == ("Zork", "", [85])


def test_an_answer_is_stored_with_its_log_and_only_suggested_for_another_one(event: Event, director: Client) -> None:
    log, other = with_log(event, UNREAD), with_log(event, UNREAD)
    assert explain(director, event, log, Zork="remark").words == {"Zork": "remark"}
    other.refresh_from_db()
    assert other.words == {}
    assert [each.meaning for each in unknown_words(other, asking(AskedWord("Zork", 1, 85, "cash")))] == ["remark"]
    assert [each.meaning for each in unknown_words(log, asking(AskedWord("Zork", 1, 85, "cash")))] == ["remark"]


def test_an_answer_is_taken_back_by_an_empty_one_and_by_undo(event: Event, director: Client) -> None:
    log = explain(director, event, with_log(event, UNREAD), Zork="remark")
    assert explain(director, event, log, Zork="cash").words == {"Zork": "cash"}
    page = director.get(at(event, f"logs/{log.pk}/"))
    assert told(page)[-1].startswith("Words of a log at table 1 in round 1 explained")
    director.post(
        f"/desk/{event.slug}/changes/undo/?versions={event.changes.order_by('-version').values_list('version', flat=True)[0]}"
    )
    log.refresh_from_db()
    assert log.words == {"Zork": "remark"}
    assert explain(director, event, log, Zork="").words == {}


def test_a_meaning_that_there_is_not_is_not_stored(event: Event, director: Client) -> None:
    assert explain(director, event, with_log(event, UNREAD), Zork="magic").words == {}


def test_an_answered_word_remains_on_the_page_to_be_answered_otherwise(event: Event, director: Client) -> None:
    log = explain(director, event, with_log(event, UNREAD), Zork="remark")
    markup = director.get(at(event, f"logs/{log.pk}/")).content.decode()
    assert '<option value="remark" selected>a remark</option>' in markup
    assert "Read the log by these answers" in markup
