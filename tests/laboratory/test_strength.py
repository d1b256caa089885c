"""The measure of strength: duplicated games, intervals, verdicts, and a file that a run goes on from."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from games.acquire.editions.values import EDITIONS
from games.acquire.errors import AcquireError
from games.opponents.levels import LEVELS
from games.opponents.players import HousePlayer, RandomPlayer, SearchPlayer, player_at
from laboratory.commands import main
from laboratory.opponents.gates import GATES, HOUSE, MOST_GAMES, RANDOM, Gate, Results
from laboratory.opponents.matches import PATTERNS, DecisionTimes, MatchGame, estimate, estimate_share, play
from laboratory.opponents.running import StrengthRun, match_row, refused_in, whole_bags
from tests.conftest import ROOT

#: The games of the last measurement, which a run goes on from.
MEASURED = ROOT / "fixtures/strength/measured.json"


@pytest.fixture(autouse=True)
def as_willing_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command steps back behind everything else on the machine; the process of the tests does not."""
    monkeypatch.setattr("laboratory.commands.os.nice", lambda more: more)


def games_of(bags: int, won: float, share: float = 0.6) -> list[MatchGame]:
    return [MatchGame(bag, pattern, won, share) for bag in range(bags) for pattern in range(len(PATTERNS))]


def test_each_side_has_each_pair_of_seats_once_a_bag_and_the_house_beats_chance() -> None:
    assert len({frozenset(seats) for seats in PATTERNS}) == 6
    games = [play(EDITIONS["mso"], (HOUSE, RANDOM), 0, pattern, DecisionTimes()) for pattern in range(6)]
    assert sum(game.won for game in games) > 4
    assert all(game.share > 0.5 for game in games)
    assert games[2] == play(EDITIONS["mso"], (HOUSE, RANDOM), 0, 2, DecisionTimes())


def test_an_interval_narrows_with_games_and_holds_the_mean() -> None:
    few, many = (estimate(games, [game.won for game in games]) for games in (games_of(3, 1.0), games_of(40, 1.0)))
    assert few.low < many.low < many.mean == many.high == 1.0
    mixed = [MatchGame(bag, pattern, float(bag % 2), 0.5) for bag in range(10) for pattern in range(6)]
    seen = estimate(mixed, [game.won for game in mixed])
    # Six games with one bag are no six games: ten bags, half of them won, tell little.
    assert seen.low < 0.2 < 0.8 < seen.high
    assert estimate_share(mixed).mean == 0.5


def test_a_gate_is_decided_by_its_interval_or_by_the_last_game() -> None:
    gate = Gate("some", (HOUSE, RANDOM), 0.6, 0.55)
    assert gate.verdict(games_of(40, 1.0)) is True
    assert gate.verdict(games_of(40, 0.0)) is False
    assert gate.verdict([]) is None
    for wins, at_last in (
        ((4, 4, 3), True),
        ((4, 3, 4, 3), False),
    ):  # 61 % and 58 % of the wins, with 60 % in the interval
        near = [
            MatchGame(bag, place, float(place < wins[bag % len(wins)]), 0.5) for bag in range(66) for place in range(6)
        ]
        assert [gate.verdict(near[:count]) for count in (6, 60, 390, MOST_GAMES)] == [None, None, None, at_last]
    wide = Gate("some", (HOUSE, RANDOM), 0.6, 0.58)
    assert (
        wide.verdict(
            [MatchGame(bag, place, float(place < (4, 4, 3)[bag % 3]), 0.5) for bag in range(66) for place in range(6)]
        )
        is False
    )
    share = Gate("money", (HOUSE, RANDOM), 0.5, share=True)
    assert [share.verdict(games_of(20, 0.0, part)) for part in (0.55, 0.45)] == [True, False]


def test_a_run_is_resumed_from_its_file(tmp_path: Path) -> None:
    path = tmp_path / "strength.json"
    gate = Gate("thumbs", (HOUSE, RANDOM), 0.9)
    said: list[str] = []
    StrengthRun(Results(path), most=6).match(gate, said.append)
    kept = Results(path)
    assert kept.of("house v random") == [
        play(EDITIONS["mso"], gate.sides, 0, pattern, DecisionTimes()) for pattern in range(6)
    ]
    assert "6 games" in said[-1]
    assert match_row(gate, kept, 6).games == 6


@pytest.mark.server
def test_games_that_are_played_side_by_side_are_the_same_in_the_same_order(tmp_path: Path) -> None:
    gate = Gate("thumbs", (HOUSE, RANDOM), 0.9)
    rows = [
        StrengthRun(Results(tmp_path / f"{jobs}.json"), most=8, jobs=jobs).match(gate, lambda _: None)
        for jobs in (1, 2)
    ]
    assert rows[0] == rows[1]
    one, two = (Results(tmp_path / f"{jobs}.json").of(gate.match) for jobs in (1, 2))
    assert one == two
    assert len(two) == 8


def test_a_run_whose_time_is_over_plays_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "strength.json"
    assert main(["strength", "--resume", str(path), "--hours", "0", "--gate", "house", "--json"]) == 1
    row = json.loads(capsys.readouterr().out)
    assert (row["gate"], row["games"], row["passed"]) == ("house", 0, None)


def test_wrong_gates_and_files_are_refused_in_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = tmp_path / "other.json"
    other.write_text("[]", encoding="utf-8")
    with pytest.raises(AcquireError, match="holds no results"):
        Results(other)
    assert main(["strength", "--resume", str(other)]) == 2
    assert "holds no results" in capsys.readouterr().err
    assert main(["strength", "--gate", "heaven"]) == 2
    assert "There is no gate 'heaven'" in capsys.readouterr().err


def test_six_levels_go_from_chance_to_three_seconds_and_have_a_gate_each() -> None:
    players = [player_at(level, 1) for level in LEVELS]
    kinds = [RandomPlayer, HousePlayer, SearchPlayer, SearchPlayer, SearchPlayer, SearchPlayer]
    assert [type(player) for player in players] == kinds
    assert LEVELS[-1].seconds == 3.0
    assert (
        len({gate.match for gate in GATES}) == len(GATES) - 1
    )  # the lowest step is the house against chance once more
    assert {f"level-{level.name}" for level in LEVELS[1:]} <= {gate.name for gate in GATES}


def test_a_search_plays_through_the_door_without_a_refused_act() -> None:
    assert refused_in(EDITIONS["neu2013"], ["search:4i", "house", "random"], 1) == 0


def test_core_and_rules_are_compared_by_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("laboratory.commands.BETWEEN", 0)
    assert main(["check-core", "--games", "2", "--edition", "neu2013"]) == 0
    told = capsys.readouterr()
    assert "core and rules agree" in told.out
    acts = [int(line.split(", ")[1].split()[0]) for line in (*told.err.splitlines(), told.out)]
    assert told.err.startswith("neu2013: 1 of 2 games, ")
    assert 0 < acts[0] < acts[1] == acts[2]


def test_the_documentation_tells_what_was_measured_and_no_more() -> None:
    """Of each gate its match, games, intervals and verdict, by the games that lie in `MEASURED`."""
    results = Results(MEASURED)
    told = (ROOT / "docs/developing/opponents.md").read_text(encoding="utf-8")
    for gate in GATES:
        row = match_row(gate, results, MOST_GAMES)
        verdict = {True: "yes", False: "no", None: "not decided"}[row.passed]
        figures = (row.seen["wins"], row.seen["share"]) if row.games else ("", "")
        cells = (f"`{gate.name}`", row.seen["match"], str(row.games), *figures, row.asks, verdict)
        assert f"| {' | '.join(cells)} |".replace("|  |", "| |").replace("|  |", "| |") in told
    limits = StrengthRun(results).limits()
    assert f"{limits.seen['decisions']:,} decisions, {limits.seen['late']} late" in told


def test_every_game_of_the_match_against_seed_002_counts() -> None:
    row = match_row(next(gate for gate in GATES if gate.name == "second-seed002"), Results(MEASURED), MOST_GAMES)
    assert (row.games, row.seen["wins"].split()[0]) == (66, "72.7%")


def test_a_level_that_is_not_shown_to_win_more_often_says_so() -> None:
    results = Results(MEASURED)
    rows = {gate.name: match_row(gate, results, MOST_GAMES) for gate in GATES}
    for level in LEVELS[1:]:
        is_shown = "note" not in rows[f"level-{level.name}"].seen
        assert level.wins_more == is_shown
        assert ("has not been shown to win more often" in level.description) == (not is_shown)


def test_a_bag_that_two_machines_played_counts_with_all_its_games_and_is_not_played_again(tmp_path: Path) -> None:
    path = tmp_path / "strength.json"
    gate = Gate("thumbs", (HOUSE, RANDOM), 0.9)
    results = Results(path)
    results.of(gate.match).extend([*games_of(2, 1.0), MatchGame(2, 0, 1.0, 0.6), *games_of(1, 0.0)])
    assert len(whole_bags(results.of(gate.match))) == 18
    StrengthRun(results, most=18).match(gate, lambda _: None)
    assert sorted((game.bag, game.pattern) for game in results.of(gate.match)[19:]) == [
        (2, place) for place in range(1, 6)
    ]
