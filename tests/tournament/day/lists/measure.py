"""How many of the lists that people send are read right: `python -m tests.tournament.day.lists.measure [FOLDER] [--json]`.

Each list of `fixtures/lists` goes through the program's reader and is judged by what the file beside its folder says should be read.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from textwrap import shorten
from typing import Any

from tests.tournament.day.lists.expected import FOLDERS, Shape, shapes
from tests.tournament.day.lists.judging import Judged, Verdict, judge, judge_refusal

READER = "tournament.day.lists.rosters"
"""The module whose `as_json` reads a list."""

Reader = Callable[[str, bytes], dict[str, Any]]
"""From a file's name and content to what the page would show; raises ValueError with a sentence for what is refused."""


def program() -> Reader:
    """The program's own reader; raises ModuleNotFoundError where it is not there."""
    reader: Reader = import_module(READER).as_json
    return reader


def measured(shape: Shape, reader: Reader) -> Judged:
    """The verdict on one list as a reader reads it; whatever it raises beside a sentence is silently wrong."""
    try:
        answer = reader(shape.path.name, shape.path.read_bytes())
        json.dumps(answer)
    except (UnicodeError, json.JSONDecodeError) as fault:
        return _broken(fault)
    except ValueError as refusal:
        return judge_refusal(shape, str(refusal))
    except Exception as fault:  # noqa: BLE001
        return _broken(fault)
    return judge(shape, answer)


def _broken(fault: Exception) -> Judged:
    return Judged(Verdict.SILENT, f"raises {type(fault).__name__}: {shorten(str(fault), 80)}")


def measure(of: Sequence[Shape], reader: Reader) -> list[tuple[Shape, Judged]]:
    """Every list with its verdict, in the order given."""
    return [(shape, measured(shape, reader)) for shape in of]


def shares(verdicts: Iterable[Judged]) -> dict[Verdict, float]:
    """The share of each verdict, from 0 to 1; all 0 of no lists."""
    counted = Counter(judged.verdict for judged in verdicts)
    return {verdict: counted[verdict] / max(counted.total(), 1) for verdict in Verdict}


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table and the shares; 1 where a list is silently misread, else 0."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", choices=sorted(FOLDERS), default="shapes")
    parser.add_argument("--json", action="store_true", help="print one object instead of a table")
    options = parser.parse_args(arguments)
    found = measure(shapes(options.folder), program())
    sys.stdout.write(_as_json(found) if options.json else _as_table(found))
    return int(any(judged.verdict is Verdict.SILENT for _shape, judged in found))


def _as_json(found: Sequence[tuple[Shape, Judged]]) -> str:
    told = {
        "shares": shares(judged for _shape, judged in found),
        "shapes": [
            {"name": shape.name, "kind": shape.kind, "verdict": judged.verdict, "difference": judged.difference}
            for shape, judged in found
        ],
    }
    return json.dumps(told, ensure_ascii=False, indent=1) + "\n"


def _as_table(found: Sequence[tuple[Shape, Judged]]) -> str:
    width = max((len(shape.name) for shape, _judged in found), default=0)
    lines = [f"{shape.name:{width}}  {judged.verdict:6}  {judged.difference}".rstrip() for shape, judged in found]
    groups = {"all": found, "kept": [pair for pair in found if pair[0].kept]}
    for kind in sorted({shape.kind for shape, _judged in found}):
        groups[kind] = [pair for pair in found if pair[0].kind == kind]
    lines.append("")
    for group, pairs in groups.items():
        share = shares(judged for _shape, judged in pairs)
        told = "  ".join(f"{verdict} {share[verdict]:4.0%}" for verdict in Verdict)
        lines += [f"{group:{width}}  {len(pairs):3}  {told}"] if pairs else []
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())
