"""Habits of words and signs: the same clauses in other letters, other words, on other lines."""

from __future__ import annotations

import re
from random import Random

from games.acquire.actions import ActKind
from laboratory.mistakes.habits.telling import is_head, joined, reworded, split_text, text_of
from laboratory.mistakes.sheets import SampleLog

_PURCHASE = re.compile(r"buy ([A-Z][A-Za-z]* \d+(?:, [A-Z][A-Za-z]* \d+)*)")
_DISPOSAL = re.compile(r"dispose (\w+) (\w+)((?: (?:sell|trade|hold) \d+)+)")


def capitals(sheet: SampleLog, _: Random) -> str | None:
    """Everything below the header is written in capitals."""
    return reworded(sheet, str.upper)


def small_letters(sheet: SampleLog, _: Random) -> str | None:
    """Everything below the header is written in small letters."""
    return reworded(sheet, str.lower)


def line_for_each_clause(sheet: SampleLog, _: Random) -> str | None:
    """Each clause stands on a line of its own below the player's name."""
    return reworded(sheet, lambda line: re.sub(r"; |(?<=^)(\d+ \w+:) ", lambda m: f"{m[1] or ''}\n    ", line))


def commas(sheet: SampleLog, _: Random) -> str | None:
    """Clauses are parted by commas."""
    return reworded(sheet, lambda line: line.replace("; ", ", "))


def slashes(sheet: SampleLog, _: Random) -> str | None:
    """Clauses are parted by slashes."""
    return reworded(sheet, lambda line: line.replace("; ", " / "))


def initials(sheet: SampleLog, _: Random) -> str | None:
    """A purchase is written as initials with numbers, L2 for Luxor 2."""
    return reworded(sheet, lambda line: _PURCHASE.sub(lambda m: re.sub(r"([A-Z])[A-Za-z]* ", r"\1", m[0]), line))


def letter_first(sheet: SampleLog, _: Random) -> str | None:
    """Tiles are written with the letter first, C4 for 4C."""
    return reworded(sheet, lambda line: re.sub(r"\b(\d+)([A-I])\b", r"\2\1", line))


def turn_heads(sheet: SampleLog, _: Random) -> str | None:
    """A turn begins with "Turn 5 P1 -"."""
    return reworded(sheet, lambda line: re.sub(r"^(\d+ \w+):", r"Turn \1 -", line))


def dollars(sheet: SampleLog, _: Random) -> str | None:
    """Amounts are written with a dollar and a comma for thousands, $5,600."""
    return reworded(
        sheet,
        lambda line: re.sub(r"(?<=(?:cash|onus) )(P\d(?: [A-Z]\w*)?) (\d+)", lambda m: f"{m[1]} ${int(m[2]):,}", line),
    )


def share_by_share(sheet: SampleLog, _: Random) -> str | None:
    """A purchase names each share, "buy Luxor, Luxor"."""

    def word(found: re.Match[str]) -> str:
        pairs = [pair.split() for pair in found[1].split(", ")]
        return "buy " + ", ".join(chain for chain, count in pairs for _ in range(int(count)))

    return reworded(sheet, lambda line: _PURCHASE.sub(word, line))


def cost_in_brackets(sheet: SampleLog, _: Random) -> str | None:
    """Behind a purchase its cost stands in brackets."""
    costs = iter(
        [
            sum(sheet.markets[place][chain] * count for chain, count in event.value)
            for place, event in enumerate(sheet.record.events)
            if event.act is ActKind.BUY and event.value
        ]
    )
    return reworded(sheet, lambda line: _PURCHASE.sub(lambda m: f"{m[0]} ({next(costs)})", line))


def disposals_as_sentences(sheet: SampleLog, _: Random) -> str | None:
    """A disposal is a sentence, "P1 sells 1 Tower, trades 2 Tower, holds 3 Tower"."""

    def word(found: re.Match[str]) -> str:
        parts = re.findall(r"(sell|trade|hold) (\d+)", found[3])
        return f"{found[1]} " + ", ".join(f"{act}s {count} {found[2]}" for act, count in parts)

    return reworded(sheet, lambda line: _DISPOSAL.sub(word, line))


def disposals_as_letters(sheet: SampleLog, _: Random) -> str | None:
    """A disposal is three letters with numbers, "P1 Tower s1 t2 h0"."""

    def word(found: re.Match[str]) -> str:
        counts = dict(re.findall(r"(sell|trade|hold) (\d+)", found[3]))
        letters = " ".join(f"{act[0]}{counts.get(act, 0)}" for act in ("sell", "trade", "hold"))
        return f"{found[1]} {found[2]} {letters}"

    return reworded(sheet, lambda line: _DISPOSAL.sub(word, line))


def arrows(sheet: SampleLog, _: Random) -> str | None:
    """What a tile founds or lets survive stands behind an arrow, "2B -> Luxor"."""
    return reworded(sheet, lambda line: re.sub(r"(\d+[A-I]); (?:found|survivor) (\w+)", r"\1 -> \2", line))


def past_tense(sheet: SampleLog, _: Random) -> str | None:
    """What was done is told in the past, "placed 4C, founded Luxor, bought 2 Luxor"."""

    def word(line: str) -> str:
        line = re.sub(r"^(\d+ \w+:) (\d+[A-I])\b", r"\1 placed \2", line)
        line = _PURCHASE.sub(lambda m: "bought " + re.sub(r"(\w+) (\d+)", r"\2 \1", m[1]), line)
        return line.replace("found ", "founded ").replace("buy -", "bought nothing")

    return reworded(sheet, word)


def two_turns_a_line(sheet: SampleLog, _: Random) -> str:
    """Two turns stand on one line, where neither has a merger."""
    head, body = split_text(text_of(sheet, sheet.record.events))
    put: list[str] = []
    is_free = False
    for at, line in enumerate(body):
        is_short = is_head(line) and (at + 1 == len(body) or not body[at + 1].startswith(" "))
        if is_free and is_short:
            put[-1] += f"; {line}"
            is_free = False
        else:
            put.append(line)
            is_free = is_short
    return joined(head, put)


def table_with_bars(sheet: SampleLog, _: Random) -> str | None:
    """Each turn is a row of a table with bars between number, player and clauses; mergers stand below their row."""
    return reworded(sheet, lambda line: re.sub(r"^(\d+) (\w+): ?", r"\1 | \2 | ", line).replace("; ", " | "))


def finals_in_column(sheet: SampleLog, _: Random) -> str | None:
    """Below "final:" each player's cash stands on a line of its own."""
    return reworded(
        sheet,
        lambda line: (
            re.sub(r"(^final:|,) (\w+ \d+)", lambda m: f"{m[1].strip(',')}\n{m[2]}", line)
            if line.startswith("final:")
            else line
        ),
    )


def finals_ranked(sheet: SampleLog, _: Random) -> str | None:
    """The final names the players by rank, "final: 1. P2 $16,100, 2. P1 $12,000"."""

    def word(line: str) -> str:
        if not line.startswith("final:"):
            return line
        cash = sorted(((int(amount), player) for player, amount in re.findall(r"(\w+) (\d+)", line)), reverse=True)
        return "final: " + ", ".join(f"{rank}. {player} ${amount:,}" for rank, (amount, player) in enumerate(cash, 1))

    return reworded(sheet, word)


def majority_and_minority(sheet: SampleLog, _: Random) -> str | None:
    """Bonuses are written with the words majority and minority, "majority P1 Tower 3000"."""
    words = {10: "majority", 5: "minority"}
    bonuses = iter(
        [
            words.get(event.value[1] // sheet.prices[place], "bonus")
            for place, event in enumerate(sheet.record.events)
            if event.act is ActKind.BONUS
        ]
    )
    return reworded(sheet, lambda line: re.sub(r"bonus(?= \w+ \w+ \d+)", lambda _: next(bonuses), line))


def tied_bonus_together(sheet: SampleLog, _: Random) -> str | None:
    """The bonus of two who are tied is written once for both, "bonus P1+P2 Tower 1300 each"."""
    pair = re.compile(r"bonus (\w+) (\w+) (\d+); bonus (\w+) \2 \3\b")
    return reworded(sheet, lambda line: pair.sub(r"bonus \1+\4 \2 \3 each", line))
