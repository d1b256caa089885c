"""Games in the words of a table: each clause of a log in the notation, said in one of the ways in which people say it."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

from games.acquire.logs import write_text
from tests.games.acquire.tellings import told_game

NAMES = ("Ann", "Ben", "Cai", "Dot")
#: Signs that a program mistakes for others when it reads a picture.
MISTAKEN = {
    "0": "Oo",
    "1": "lI",
    "5": "S",
    "8": "B",
    "l": "1I",
    "o": "0",
    "S": "5",
    "B": "8",
    "I": "1l",
    "m": ("rn",),
    "w": ("vv",),
}
_PAST = {"sell": "sold", "trade": "traded", "hold": "kept"}


def scribes_log(edition: str, players: int, seed: int) -> str:
    """A game played at random as a scribe of those names has it, without hands and draws."""
    text = write_text(told_game(edition, players, seed))
    for number, name in enumerate(NAMES, 1):
        text = re.sub(rf"\bP{number}\b", name, text)
    lines = [re.sub(r"; draw [^;]*", "", line) for line in text.splitlines() if not line.startswith("hand")]
    return "\n".join(line for line in lines if not line.strip().startswith("draw ")) + "\n"


def spoken(text: str, random: Random) -> str:
    """The log with each of its clauses said otherwise."""
    lines = []
    for line in text.splitlines():
        parted = re.match(r"( *)((?:\d+ )?(?:Ann|Ben|Cai|Dot):)? ?(.*)", line)
        assert parted is not None
        indent, head, rest = parted.groups()
        if not indent and not head:
            lines.append(line)
            continue
        clauses = [_said(clause, random) for clause in rest.split("; ")]
        sign = "; " if any(set(",.") & set(clause) for clause in clauses) else random.choice(["; ", ". ", ", "])
        lines.append(f"{indent}{head or ''}{' ' if head else ''}{sign.join(clauses)}")
    return "\n".join(lines) + "\n"


def photographed(text: str, random: Random) -> str:
    """The log with one sign behind a head mistaken for another."""
    lines = text.splitlines()
    while True:
        at = random.randrange(len(lines) // 3, len(lines))
        line = lines[at]
        begin = 0 if line.startswith(" ") else line.find(":") + 1
        places = [place for place in range(begin, len(line)) if line[place] in MISTAKEN]
        if places:
            place = random.choice(places)
            lines[at] = f"{line[:place]}{random.choice(MISTAKEN[line[place]])}{line[place + 1 :]}"
            return "\n".join(lines) + "\n"


def _said(clause: str, random: Random) -> str:
    """A clause in other words."""
    say = _SAYINGS.get(clause.split(" ", 1)[0])
    if re.fullmatch(r"\d+[A-I]", clause):
        return random.choice([clause, f"played tile {clause}", f"places {clause}", clause.lower()])
    return say(clause.split(), random) if say else clause


def _bonus(words: list[str], random: Random) -> str:
    _, player, chain, amount = words
    dollars = int(amount)
    said = [
        f"{player} gets ${dollars:,} for {chain}",
        f"{player} received a ${dollars} {chain} bonus",
        f"{chain}: majority {player} {amount}",
        f"minority {chain} {player} {amount}",
        f"bonus {chain} {player} {dollars / 1000:g}k",
    ]
    return random.choice(said)


def _disposal(words: list[str], random: Random) -> str:
    _, player, chain, *told = words
    parts = list(zip(told[::2], told[1::2], strict=True))
    if not parts:
        return " ".join(words)
    said = [f"{_PAST[part]} {count}" for part, count in parts]
    rated = [f"trades {n} for {int(n) // 2}" if part == "trade" else f"{_PAST[part]} {n}" for part, n in parts]
    return random.choice(
        [
            f"{player} {chain} {' '.join(f'{part[0]}{count}' for part, count in parts)}",
            f"{player} {chain} {'/'.join(f'{part[0].upper()}{count}' for part, count in parts)}",
            f"{player} {', '.join(said)} {chain}",
            f"{player}: {chain} {', '.join(said)}",
            f"{player} {' and '.join(said)} of {chain}",
            f"{player} {chain} {', '.join(f'{count} {_PAST[part]}' for part, count in parts)}",
            f"{player} {chain} {', '.join(rated)}",
        ]
    )


def _purchase(words: list[str], random: Random) -> str:
    if words == ["buy", "-"]:
        return random.choice(
            ["bought nothing", "nekupuje nic", "n'achète rien", "does not buy", "could not afford any shares"]
        )
    form = random.choice(["{n} {c}", "{c} {n}", "{n} shares of {c}", "{c} x{n}", "{n} stocks in {c}"])
    pairs = zip(words[1::2], words[2::2], strict=True)
    shares = [form.format(c=chain, n=count.rstrip(",")) for chain, count in pairs]
    verb = random.choice(["buys", "bought", "purchased", "kauft", "koupil", "ha comprato"])
    return f"{verb} {random.choice([', ', ' and ', ' + ']).join(shares)}"


def _cash(words: list[str], random: Random) -> str:
    _, player, amount = words
    dollars = int(amount)
    said = [f"{player} has ${amount}", f"cash {player} {dollars:,}", f"cash {player} {dollars / 1000:g}k"]
    return random.choice(said) if dollars > 0 else " ".join(words)


_SAYINGS: dict[str, Callable[[list[str], Random], str]] = {
    "bonus": _bonus,
    "dispose": _disposal,
    "buy": _purchase,
    "cash": _cash,
    "found": lambda words, random: random.choice(
        [f"{words[1]} founded", f"formed {words[1]}", f"new chain {words[1]}"]
    ),
    "survivor": lambda words, random: random.choice(
        [f"{words[1]} survives", f"selected {words[1]} as merger survivor"]
    ),
}
