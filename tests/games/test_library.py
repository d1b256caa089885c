"""The library of games alone: what it needs, what it brings in, who writes its states, and how it is ended."""

from __future__ import annotations

import ast
import doctest
import os
import re
import signal
import subprocess
import sys
import venv
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

import games
from games.acquire.state import Merger, State
from games.opponents.players import RandomPlayer
from games.running import interruptible, raise_if_interrupted
from games.series.bots import Limits
from games.series.running import SeriesOrder, play_series
from games.series.tracing import Trace
from tests.conftest import ROOT
from tests.run.trees import nodes_of, tree_of

PAGE = ROOT / "docs/developing/library.md"
WITHOUT_NUMBA = {"GAMES_PLAIN": "1"}
IMPORT_ALL = """
import importlib, pkgutil, sys, games
for module in pkgutil.walk_packages(games.__path__, "games."):
    if not module.name.endswith("__main__"):
        importlib.import_module(module.name)
print(sorted({name.partition(".")[0] for name in sys.modules} & {"django", "tournament"}), "games.acquire.rules" in sys.modules)
"""


def test_the_lines_of_the_page_do_what_stands_below_them() -> None:
    found = doctest.testfile(str(PAGE), module_relative=False)
    assert found.attempted > 25
    assert found.failed == 0


def test_nothing_of_the_games_brings_in_django_or_the_tournament() -> None:
    alone = f"import sys; sys.path.insert(0, {str(ROOT)!r})\n{IMPORT_ALL}"
    told = subprocess.run(
        [sys.executable, "-c", alone], env=os.environ | WITHOUT_NUMBA, capture_output=True, text=True, check=True
    )
    assert told.stdout == "[] True\n"


@pytest.mark.install
def test_the_games_are_installed_alone_and_their_page_runs_outside_a_checkout(tmp_path: Path) -> None:
    venv.create(tmp_path / "venv", with_pip=True)
    python = tmp_path / "venv" / "bin" / "python"
    surroundings = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    commands: tuple[list[str | Path], ...] = (
        [python, "-m", "pip", "install", "--quiet", ROOT / "games"],
        [python, "-m", "doctest", PAGE],
        [python, "-m", "games", "editions"],
        [python, "-c", f"import games; assert games.__file__.startswith({str(tmp_path)!r}), games.__file__"],
    )
    for command in commands:
        done = subprocess.run(command, cwd=tmp_path, env=surroundings, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr


@contextmanager
def handled(number: signal.Signals, handler: signal.Handlers) -> Iterator[None]:
    """A signal handled otherwise for a while."""
    before = signal.signal(number, handler)
    try:
        yield
    finally:
        signal.signal(number, before)


class CutPlayer(RandomPlayer):
    """A player whose first choice meets a call to end that goes no further, as one into compiled code that is fetched."""

    def __init__(self, *, also: type[Exception] | None = None) -> None:
        super().__init__("cut")
        self.choices, self._also = 0, also

    def choose(self, view: Mapping[str, Any], deadline: float | None) -> dict[str, Any]:
        """Choose, and count it."""
        self.choices += 1
        if self.choices == 1:
            with suppress(SystemExit):
                signal.raise_signal(signal.SIGTERM)
            if self._also is not None:
                raise self._also
        return super().choose(view, deadline)


def play(player: CutPlayer) -> None:
    series = SeriesOrder(edition="codewar", bots=("random", "random"), seats=2, games=1, limits=Limits(60), seed="1")
    with interruptible():
        play_series(series, lambda name, place: player, trace=Trace(), say=lambda line: None)


def test_a_call_that_was_lost_ends_a_series_before_its_next_decision() -> None:
    player = CutPlayer()
    with pytest.raises(SystemExit) as ending:
        play(player)
    assert (ending.value.code, player.choices) == (143, 1)


def test_a_call_out_of_which_another_error_was_made_is_a_call() -> None:
    with pytest.raises(SystemExit) as ending:
        play(CutPlayer(also=RuntimeError))
    assert ending.value.code == 143


def lose(number: signal.Signals, exception: type[BaseException]) -> None:
    """Meet a call to end that goes no further, and come to the next look."""
    with interruptible():
        with suppress(exception):
            signal.raise_signal(number)
        raise_if_interrupted()


def fail() -> None:
    """Fail of oneself, after another command's call."""
    with interruptible():
        raise_if_interrupted()
        raise RuntimeError


def test_without_a_call_an_error_is_an_error() -> None:
    with pytest.raises(SystemExit):
        lose(signal.SIGTERM, SystemExit)
    with pytest.raises(RuntimeError):
        fail()


def test_ctrl_c_that_was_lost_is_heard_as_ctrl_c() -> None:
    with handled(signal.SIGINT, signal.SIG_DFL), pytest.raises(KeyboardInterrupt):
        lose(signal.SIGINT, KeyboardInterrupt)


def test_what_the_process_was_told_to_ignore_stays_ignored() -> None:
    with handled(signal.SIGHUP, signal.SIG_IGN):
        with interruptible():
            signal.raise_signal(signal.SIGHUP)
            raise_if_interrupted()
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN


OF_GAMES = Path(games.__file__).parent
WRITERS = ("acquire/rules", "acquire/state.py")
STRANGERS = ("acquire/logs",)
"""Readers of logs hold no state, though what they hold has fields of the same names."""
FIELDS = {*State.__slots__, *Merger.__slots__}
MUTATORS = {
    *("add", "append", "clear", "difference_update", "discard", "extend", "insert", "intersection_update", "pop"),
    *("popitem", "remove", "reverse", "setdefault", "sort", "symmetric_difference_update", "update"),
}


def _reaches(node: ast.expr, aliases: set[str]) -> bool:
    """Whether an expression is a field of a state, something in it, or a name given to one; a slice is a copy."""
    while isinstance(node, ast.Subscript):
        if isinstance(node.slice, ast.Slice):
            return False
        node = node.value
    if isinstance(node, ast.Name):
        return node.id in aliases
    if not isinstance(node, ast.Attribute):
        return False
    return node.attr in FIELDS and not (isinstance(node.value, ast.Name) and node.value.id == "self")


def _named(target: ast.expr, value: ast.expr, aliases: set[str]) -> Iterator[str]:
    """The names that a binding gives to fields of a state."""
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        for inner, of in zip(target.elts, value.elts, strict=False):
            yield from _named(inner, of, aliases)
    elif isinstance(target, ast.Name) and _reaches(value, aliases):
        yield target.id


def _looped(target: ast.expr, values: ast.expr, aliases: set[str]) -> Iterator[str]:
    """The names that a loop gives to what is in fields of a state, also by ``enumerate`` and ``zip``."""
    sources = values.args if isinstance(values, ast.Call) else [values]
    if any(_reaches(source, aliases) for source in sources):
        yield from (name.id for name in ast.walk(target) if isinstance(name, ast.Name))


def _aliases(nodes: tuple[ast.AST, ...]) -> set[str]:
    aliases: set[str] = set()
    for _ in range(3):  # names of names
        for node in nodes:
            if isinstance(node, ast.Assign):
                for target in node.targets:
                    aliases.update(_named(target, node.value, aliases))
            elif isinstance(node, (ast.NamedExpr, ast.AnnAssign)) and node.value is not None:
                aliases.update(_named(node.target, node.value, aliases))
            elif isinstance(node, (ast.For, ast.comprehension)):
                aliases.update(_looped(node.target, node.iter, aliases))
    return aliases


def _targets(node: ast.AST) -> list[ast.expr]:
    if isinstance(node, (ast.Assign, ast.Delete)):
        return [leaf for target in node.targets for leaf in _leaves(target)]
    if isinstance(node, (ast.AugAssign, ast.AnnAssign, ast.For)):
        return _leaves(node.target)
    return []


def _leaves(target: ast.expr) -> list[ast.expr]:
    return [leaf for part in target.elts for leaf in _leaves(part)] if isinstance(target, ast.Tuple) else [target]


def writes(tree: ast.Module) -> list[int]:
    """The lines of a module that write a field of a state."""
    lines = set()
    scopes = [node for node in nodes_of(tree) if isinstance(node, (ast.FunctionDef, ast.Lambda))]
    for scope in [*scopes, tree]:
        nodes = nodes_of(scope)
        aliases = _aliases(nodes) if scope is not tree else set()
        for node in nodes:
            stored = [target for target in _targets(node) if not isinstance(target, ast.Name)]
            if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
                stored = [node.target]
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in MUTATORS:
                stored = [node.func.value]
            if any(_reaches(target, aliases) for target in stored) or _is_setattr(node):
                lines.add(getattr(node, "lineno", 0))
    return sorted(lines)


def _is_setattr(node: ast.AST) -> bool:
    """Whether a call sets attributes by name, of anything but a fresh twin of its own class."""
    if not isinstance(node, ast.Call):
        return False
    name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
    of = node.args[0].id if node.args and isinstance(node.args[0], ast.Name) else ""
    return name in ("setattr", "delattr", "__setattr__") and of not in ("self", "twin")


def test_states_are_written_in_the_rules_only() -> None:
    modules = [
        path
        for path in OF_GAMES.rglob("*.py")
        if not str(path.relative_to(OF_GAMES)).startswith((*WRITERS, *STRANGERS))
    ]
    modules += (OF_GAMES.parent / "laboratory").rglob("*.py")
    assert len(modules) > 40
    found = {str(path.relative_to(OF_GAMES.parent)): writes(tree_of(path)) for path in modules}
    assert {path: lines for path, lines in found.items() if lines} == {}


def test_readers_of_logs_know_no_state_but_the_one_that_plays_beside_its_readings() -> None:
    modules = [path for name in STRANGERS for path in (OF_GAMES / name).rglob("*.py") if path.parent.name != "people"]
    assert modules
    assert [
        path for path in modules if re.search(r"acquire\.(state|rules|replay|play)\b", path.read_text(encoding="utf-8"))
    ] == []


@pytest.mark.parametrize(
    "line",
    [
        "state.phase = phase",
        "replayer.state.cash[player] += 100",
        "state.hands[player].add(tile)",
        "seen = state.seen; seen.discard(tile)",
        "hand, seen = state.hands[player], state.seen; hand.remove(tile)",
        "merger = state.merger; merger.queue.insert(0, entry)",
        "del state.merger.waiting[0]",
        "cash = state.cash; cash[player] -= 1",
        "for hand in state.hands: hand.clear()",
        "for player, hand in enumerate(state.hands): hand.clear()",
        "seen = state.seen; seen |= tiles",
        "first, state.bag = 1, 2",
        "setattr(state, name, value)",
    ],
)
def test_a_written_state_is_seen(line: str) -> None:
    assert writes(
        ast.parse(f"def act(replayer, state, player, tile, entry, tiles, phase, name, value):\n    {line}\n")
    ) == [2]


@pytest.mark.parametrize(
    "line",
    [
        "cash = state.cash[:]; cash[player] += 100",
        "found = set(state.seen); found.add(tile)",
        "self.cash = 5",
        "state.copy()",
        "phase = state.phase",
    ],
)
def test_reading_and_copies_are_no_writing(line: str) -> None:
    assert writes(ast.parse(f"def act(self, state, player, tile):\n    {line}\n")) == []
