"""The source as trees: each module is parsed once in a process, for all tests that look into the source."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path


@cache
def tree_of(path: Path) -> ast.Module:
    """The tree of a module."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes_of(tree: ast.AST) -> tuple[ast.AST, ...]:
    """The nodes of a tree in the order of `ast.walk`, but for those that only tell whether a name is read or written."""
    found = [tree]
    for node in found:  # grows while it is gone through
        for name in node._fields:
            part = getattr(node, name, None)
            if isinstance(part, list):
                found += [each for each in part if isinstance(each, ast.AST)]
            elif isinstance(part, ast.AST) and not isinstance(part, ast.expr_context):
                found.append(part)
    return tuple(found)
