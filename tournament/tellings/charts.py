"""A chart of what every player of a game is worth, turn by turn, as lines with names at their ends; and the same figures as rows.

Charts as SVG: rank over rounds, worth by turn; the same figures stand beside each.

Charts are drawn in ``currentColor`` with classes that a page may colour (`static/tournament/app.css`). Lines and dots can be told apart
without colour, and each chart has a title and a description in words for anyone who does not see it.

Elements of a chart: SVG in whole units, small enough for a phone.

The chart of one player's ranks over the rounds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from html import escape
from itertools import pairwise

from tournament.draw.seating import name_of_round, title_of_round
from tournament.record.vocabulary import Dollars, PlayerId
from tournament.scores.explaining import Scores
from tournament.tellings.words import dollars, rank_text, round_head
from wording import gettext as _
from wording import ngettext, pgettext
from wording.directions import by_itself
from wording.figures import whole

WIDTH = 360
"""Width of a chart in SVG units. A phone shows a unit as one pixel, so that text of 12 units can be read there too."""
LONGEST = 19
"""The most letters of a name beside a line. A longer name is cut; the list beside the picture has it in full."""


def picture(key: str, height: int, title: str, description: str, parts: Iterable[str]) -> str:
    """Return a whole SVG: ``key`` makes its ids unique on the page, and screen readers read ``description``."""
    return (
        f'<svg class="chart" viewBox="0 0 {WIDTH} {height}" role="img" aria-labelledby="{key}-title {key}-desc">'
        f'<title id="{key}-title">{escape(title)}</title><desc id="{key}-desc">{escape(description)}</desc>{"".join(parts)}</svg>'
    )


def words(x: int, y: int, text: str, classes: str = "") -> str:
    """Return an SVG text at a point.

    The text begins at the point; with the class "end" it ends there, with the class "mid" it is centred there.
    """
    named = f' class="{classes}"' if classes else ""
    return f'<text x="{x}" y="{y}"{named}>{escape(text)}</text>'


def line(points: Iterable[tuple[int, int]], classes: str, title: str = "") -> str:
    """Return a line through points; ``title`` is its tooltip."""
    through = " ".join(f"{x},{y}" for x, y in points)
    tooltip = f"<title>{escape(title)}</title>" if title else ""
    return (
        f'<polyline class="{classes}" points="{through}">{tooltip}</polyline>'
        if tooltip
        else (f'<polyline class="{classes}" points="{through}"/>')
    )


def dot(x: int, y: int, title: str, classes: str = "") -> str:
    """Return a dot whose tooltip is ``title``."""
    named = f' class="{classes}"' if classes else ""
    return f'<circle cx="{x}" cy="{y}" r="4"{named}><title>{escape(title)}</title></circle>'


def shortened_name(name: str, longest: int = LONGEST) -> str:
    """Shorten a name to ``longest`` letters, the last of them "…"."""
    return name if len(name) <= longest else f"{name[: longest - 1].rstrip()}…"


RANKS_LEFT = 26
"""The x coordinate of the first round."""


def _way(scores: Scores, player: PlayerId) -> list[tuple[int, str]]:
    """Return a player's row in the standings, from 0, and rank as text after each closed round; empty for who has no rank."""
    ends = [enumerate(scores.standings(round_.number)) for round_ in scores.record.closed_rounds]
    return [(at, rank_text(row.rank, row.is_tied)) for rows in ends for at, row in rows if row.player == player]


def _columns(rounds: int, right: int) -> list[int]:
    """Return the x coordinate of each round, the last one at ``right``."""
    return [RANKS_LEFT + (right - RANKS_LEFT) * at // max(rounds - 1, 1) for at in range(rounds)]


def player_chart(scores: Scores, player: PlayerId) -> str:
    """Return the SVG of one player's rank after each closed round; empty before two rounds are closed or without a rank."""
    way = _way(scores, player)
    rounds = len(scores.record.closed_rounds)
    if rounds < 2 or len(way) < rounds:
        return ""
    ranks = [rank for _place, rank in way]
    field = len(scores.standings())
    columns = _columns(rounds, WIDTH - RANKS_LEFT)
    heights = [34 + 80 * place // max(field - 1, 1) for place, _rank in way]
    points = list(zip(columns, heights, strict=True))
    heads, dots = [], []
    for (x, y), rank, round_ in zip(points, ranks, scores.record.closed_rounds, strict=True):
        heads.append(words(x, 140, round_head(round_.number), "mid"))
        dots += [
            dot(
                x,
                y,
                _(
                    "{round}: {rank} of {players}",
                    round=title_of_round(scores.record, round_.number),
                    rank=rank,
                    players=whole(field),
                ),
            ),
            words(x, y - 9, rank, "mid figure"),
        ]
    description = ", ".join(
        f"{name_of_round(scores.record, round_.number)}: {rank}"
        for round_, rank in zip(scores.record.closed_rounds, ranks, strict=True)
    )
    title = _("Rank after each round: {name}", name=scores.record.entry(player).name)
    told = ngettext("Of {n} player: {ranks}.", "Of {n} players: {ranks}.", field, ranks=description)
    return picture("rank", 146, title, told, [*heads, line(points, "way first"), *dots])


LEFT, RIGHT, TOP, BOTTOM = 46, WIDTH - 92, 26, 196
APART = 14
"""The least distance between the heights of two names."""
SHORT = 11
"""The most letters of a name at the end of its line."""
LETTERS_SHOWN = 4
"""The number of letters kept at the end of a name whose middle is cut out."""
STYLES = 6
"""The number of line styles; the class of a line is "line0" to "line5"."""
SCALES = (500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000)
MOST_TICKS = 5


def worth_chart(cash: Sequence[Sequence[Dollars]], names: Sequence[str], turn: int | None = None) -> str:
    """Return an SVG of what each player would have if the game ended after each turn; empty if ``cash`` has fewer than two rows.

    ``cash`` has a row for each turn, the first of them before any turn, with the dollars of each player. ``turn`` is the turn at which a
    vertical line is drawn, None for no line.
    """
    if len(cash) < 2:
        return ""
    high = max(1, *(amount for row in cash for amount in row))
    low = min(0, *(amount for row in cash for amount in row))
    scale = next((each for each in SCALES if (high - low) // each < MOST_TICKS), SCALES[-1])
    last = len(cash) - 1

    def across(moment: int) -> int:
        return LEFT + (RIGHT - LEFT) * moment // last

    def up(amount: Dollars) -> int:
        return BOTTOM - (BOTTOM - TOP) * (amount - low) // (high - low)

    parts = [words(LEFT - 6, 14, _("dollars"), "end")]
    for tick in range(-(-low // scale) * scale, high + 1, scale):
        parts += [
            line([(LEFT, up(tick)), (RIGHT, up(tick))], "rule"),
            words(LEFT - 6, up(tick) + 4, _scale_text(tick), "end"),
        ]
    parts += [words(across(moment), BOTTOM + 16, str(moment), "mid") for moment in _moments(last)]
    parts.append(words(RIGHT + 13, BOTTOM + 16, pgettext("below a chart", "turns")))
    if turn is not None:
        x_of_turn = across(min(turn, last))
        parts += [
            line([(x_of_turn, TOP - 6), (x_of_turn, BOTTOM)], "here"),
            words(x_of_turn, TOP - 10, _label_of_turn(turn), "mid figure"),
        ]
    ends, beside = _spread_heights([up(amount) for amount in cash[-1]]), names_beside(names)
    for player, name in enumerate(names):
        style = f"worth line{player % STYLES}"
        points = [(across(moment), up(row[player])) for moment, row in enumerate(cash)]
        parts.append(
            line(points, style, _("{name}: {cash} at the end", name=by_itself(name), cash=dollars(cash[-1][player])))
        )
        parts.append(line([points[-1], (RIGHT + 8, ends[player])], f"lead line{player % STYLES}"))
        parts.append(words(RIGHT + 11, ends[player] + 4, beside[player]))
        if turn is not None:
            at = min(turn, last)
            parts.append(dot(across(at), up(cash[at][player]), f"{by_itself(name)}: {dollars(cash[at][player])}"))
    finals = ", ".join(
        f"{by_itself(shortened_name(name))} {dollars(amount)}" for name, amount in zip(names, cash[-1], strict=True)
    )
    description = ngettext(
        "What each player would have had if the game had ended after {n} turn: {cash}.",
        "What each player would have had if the game had ended after each of {n} turns. At the end: {cash}.",
        last,
        cash=finals,
    )
    return picture("worth", BOTTOM + 24, _("Worth by turn"), description, parts)


def names_beside(names: Sequence[str]) -> list[str]:
    """Shorten names to eleven letters for the ends of their lines, and keep different names different.

    A long name first loses a first word that others share ("Program Glance 2": "Glance 2"), then its end. If two shortened names are
    equal, all are cut in the middle instead, so that their ends can be read. If two are still equal, each gets the number of its player
    in front.
    """
    firsts = Counter(name.partition(" ")[0] for name in names)
    shortened = [
        _without_first(name) if firsts[name.partition(" ")[0]] > 1 and len(name) > SHORT else name for name in names
    ]
    for short in ([shortened_name(name, SHORT) for name in shortened], [_cut_within(name) for name in shortened]):
        if len(set(short)) == len(set(names)):
            return short
    return [shortened_name(f"{number}. {name}", SHORT) for number, name in enumerate(shortened, 1)]


def _without_first(name: str) -> str:
    """Return a name without its first word; a name of one word stays."""
    return name.partition(" ")[2].strip() or name


def _cut_within(name: str) -> str:
    """Return a name with its middle replaced by "…" if it is too long for a line."""
    return (
        name if len(name) <= SHORT else f"{name[: SHORT - 1 - LETTERS_SHOWN].rstrip()}…{name[-LETTERS_SHOWN:].lstrip()}"
    )


def _label_of_turn(turn: int) -> str:
    """Return the label of the marked turn: "after 3", or "start" for 0."""
    return _("after {turn}", turn=turn) if turn else pgettext("of a game", "start")


def _scale_text(amount: Dollars) -> str:
    """Return an amount as the scale writes it: "20k", "500"."""
    return f"{amount // 1_000}k" if amount and amount % 1_000 == 0 else str(amount)


def _moments(last: int) -> list[int]:
    """Return the turns that are written below the chart: round numbers, and always the last turn."""
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100, 1_000) if last // step <= 6)
    return [moment for moment in range(0, last, step) if last - moment >= step * 0.6] + [last]


def _spread_heights(heights: Sequence[int]) -> list[int]:
    """Return the heights moved apart so that no name covers another; their order stays."""
    order = sorted(range(len(heights)), key=lambda place: heights[place])
    found = [*heights]
    for above, below in pairwise(order):
        found[below] = max(found[below], found[above] + APART)
    low = BOTTOM
    for place in reversed(order):
        found[place] = min(found[place], low)
        low = found[place] - APART
    return found
