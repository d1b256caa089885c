"""Every figure on the public pages against a recomputation from raw cash, by fractions and without the project's scoring."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction

import pytest
from django.test import Client

from tests.build import director_of, enter_results, logged_in, make_event, publish
from tests.tournament.pages.reading import squeezed, tables_of, words_of
from tests.tournament.scores.by_hand import ByHand, Line, written
from tournament.day.lists.rosters import read_roster
from tournament.models import Event, Round
from tournament.record.vocabulary import PenaltyKind, PlayerId, SitOutKind, Status
from tournament.services.entries import add_entries
from tournament.services.events import publish_final_list
from tournament.services.rounds import close_round
from tournament.slices.leaving import withdraw
from tournament.slices.penalties import PenaltyOrder, give_penalty

pytestmark = pytest.mark.django_db


def play(event: Event, number: int, *, sizes: tuple[int, ...] = (), fined: int = 0) -> None:
    """Play a round in which first places and second places are tied at some tables, and somebody may be fined."""
    played = publish(event, number, sizes=sizes)
    amounts = {
        1: [40_000, 40_000, 31_000, 22_000, 20_100],
        2: [41_000, 36_000, 36_000, 20_000, 12_300],
        3: [33_300, 33_300, 33_300, 33_300, 33_300],
    }
    cash = {table.number: amounts[table.number][: table.size] for table in played.tables if table.number in amounts}
    enter_results(event, number, cash=cash, seed=number)
    if fined:
        # One fine makes a tie of three at table 2 (41,000 less 5,000); the other is larger than the cash it is taken from.
        first, last = played.tables[1].seats[0].player, played.tables[0].seats[-1].player
        for player, amount in ((first, fined), (last, 26_000), (last, 10_000)):
            give_penalty(event, director_of(event), PenaltyOrder(player, number, PenaltyKind.FINE, "misplay", amount))
    close_round(event, director_of(event), number)


def eight_and_a_late_one() -> Event:
    event = make_event(8)
    play(event, 1, fined=5_000)
    add_entries(event, director_of(event), read_roster("Late Practice"), Status.PRESENT, SitOutKind.MISSED)
    play(event, 2)
    withdraw(event, director_of(event), PlayerId(3), "train to catch")
    play(event, 3, fined=5_000)
    play(event, 4)
    return event


def seventeen_with_a_final() -> Event:
    event = make_event(17)
    play(event, 1, fined=5_000)
    play(event, 2)
    withdraw(event, director_of(event), PlayerId(5), "unwell")
    play(event, 3)
    play(event, 4, fined=5_000)
    return event


def twenty_one_with_sit_outs() -> Event:
    event = make_event(21)
    five_tables = (4, 4, 4, 4, 4)
    play(event, 1, sizes=five_tables)
    play(event, 2, sizes=five_tables, fined=5_000)
    play(event, 3, sizes=five_tables)
    add_entries(event, director_of(event), read_roster("Later Practice"), Status.PRESENT, SitOutKind.PAIRING_PROBLEM)
    play(event, 4)
    return event


@pytest.mark.parametrize(
    "build", [eight_and_a_late_one, seventeen_with_a_final, twenty_one_with_sit_outs], ids=["8", "17", "21"]
)
def test_every_figure_is_what_raw_cash_gives(client: Client, build: Callable[[], Event]) -> None:
    event = build()
    hand = ByHand(event)
    desk = logged_in(director_of(event))
    publish_final_list(event, director_of(event))
    site = f"/{event.slug}/"
    assert hand.rounds == [1, 2, 3, 4]
    for played in hand.rounds:
        check_results(client.get(f"{site}rounds/{played}/results/").content.decode(), hand.lines[played])
        for number, table in hand.lines[played].items():
            page = client.get(f"{site}rounds/{played}/tables/{number}/").content.decode()
            check_results(page, {number: table})
    top = [line.player for line in hand.lines[4][1]] if Round.objects.get(event=event, number=4).kind == "swiss" else []
    for page in (f"{site}standings/", site, f"/desk/{event.slug}/standings/"):
        check_totals((desk if "desk" in page else client).get(page).content.decode(), hand, top)
    for player in hand.names:
        check_player(client.get(f"{site}players/{player}/").content.decode(), hand, player, top)


def check_results(page: str, expected: dict[int, list[Line]]) -> None:
    shown = {int(table.caption.removeprefix("Table ")): table for table in tables_of(page)}
    assert set(shown) == set(expected)
    for number, lines in expected.items():
        records = shown[number].records()
        assert sorted(map(str, records)) == sorted(str(line.shown()) for line in lines)
        assert [record["Place"] for record in records] == [line.place for line in lines]
        basic = sum((line.basic for line in lines), Fraction(0))
        score = sum((line.score for line in lines), Fraction(0))
        sums = [f"{lines[0].sum:,}", written(basic), written(score)]
        assert [cell for cell in shown[number].foot if cell] == ["Sum", *sums]


def check_totals(page: str, hand: ByHand, top: list[int]) -> None:
    """The totals after the final list are in the order of the medal list, with its places and medals; who left stands last."""
    table, *_ = tables_of(page)
    placed = final_places(hand, top)
    left = sorted(hand.left, key=lambda player: (-hand.total(player), player))
    assert table.records() == [
        {
            "Place": place,
            "Name": hand.names[player],
            **{f"Rd {played}": hand.cell(played, player) for played in hand.rounds},
            "Total": written(hand.total(player)),
            "Wins": str(hand.wins(player)),
            "Medal": medal,
        }
        for player, place, medal in [*placed, *((player, "", "") for player in left)]
    ]


def check_player(page: str, hand: ByHand, player: int, top: list[int]) -> None:
    facts = dict(re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", squeezed(page)))
    assert facts["Total"] == f"<strong>{written(hand.total(player))}</strong>"
    places = {of: place for of, place, _medal in final_places(hand, top)}
    assert facts.get("Place") == (f"{places[player]} of {len(hand.names)}" if player in places else None)
    assert facts["Tables won"] == str(hand.wins(player))
    sections = page.split('<section class="place">')[1:]
    assert len(sections) == len(hand.rounds)
    for played, section in zip(hand.rounds, sections, strict=True):
        words = words_of(section.split("</section>")[0])
        line = hand.line(played, player)
        if line is None:
            assert set(figures(words)) - {str(played), "51", "52", "53", "54"} == {written(hand.score(played, player))}
        else:
            check_arithmetic(words, hand, played, line)


def check_arithmetic(words: str, hand: ByHand, played: int, line: Line) -> None:
    """Every figure of a round in words is one of those worked out by hand, and none of the steps is missing."""
    others = {row.name: written(row.score) for row in hand.lines[played][line.table] if row.player != line.player}
    for name, score in others.items():
        assert f"{name} ( {score} )" in words.replace("(", "( ").replace(")", " )").replace("  ", " ")
    whole, tenths = divmod(Fraction(line.bonus or 0) * line.counts * 10, 10)
    product = f"{whole:,}.{int(tenths)}" if tenths else f"{whole:,}"
    steps = {f"{line.cash:,}", f"{line.adjusted:,}", f"{line.sum:,}", written(line.basic), written(line.score)}
    steps |= {f"{line.fine:,}", f"{abs(line.net):,}", f"{line.counts:,}"} if line.fine else set()
    steps |= {line.bonus, product} if line.bonus else set()
    steps.add(line.factor)
    places = {str(played), str(line.table), line.place.removeprefix("="), str(len(others) + 1)}
    tied = sum(row.place == line.place for row in hand.lines[played][line.table])
    places.add(str(tied) if tied > 1 else str(played))
    found = set(figures(words))
    assert steps <= found, (steps - found, words)
    assert found <= steps | places | set(others.values()), (found, words)


def figures(words: str) -> list[str]:
    return re.findall(r"\d+(?:,\d{3})*(?:\.\d+)?", words)


def final_places(hand: ByHand, top: list[int]) -> list[tuple[int, str, str]]:
    """The medal list by hand: player, place and medal; ``top`` are the players of the top table, none without one."""
    eligible = sorted(set(hand.names) - hand.left, key=lambda player: (-hand.total(player), player))
    if top:
        best = max(hand.total(player) for player in top if player not in hand.left)
        gold = [player for player in eligible if player in top and hand.total(player) == best]
        eligible = gold + [player for player in eligible if player not in gold]
    else:
        gold = [player for player in eligible if hand.total(player) == hand.total(eligible[0])]
    groups: list[list[int]] = [gold]
    for player in eligible[len(gold) :]:
        if len(groups) > 1 and hand.total(groups[-1][0]) == hand.total(player):
            groups[-1].append(player)
        else:
            groups.append([player])
    expected = []
    for group in groups:
        place = 1 + sum(len(before) for before in groups[: groups.index(group)])
        for player in group:
            shared = "=" if len(group) > 1 else ""
            medal = {1: "Gold", 2: "Silver", 3: "Bronze"}.get(place, "")
            expected.append((player, f"{shared}{place}", medal))
    return expected
