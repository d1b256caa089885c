"""The schema of the protocol of games on devices, by which tests check messages."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import fastjsonschema

SCHEMA = json.loads((Path(__file__).parents[5] / "fixtures" / "protocol" / "v1.json").read_text(encoding="utf-8"))


@cache
def _check(kind: str) -> Callable[[Any], Any]:
    check: Callable[[Any], Any] = fastjsonschema.compile({"$ref": f"#/$defs/{kind}", "$defs": SCHEMA["$defs"]})
    return check


def misfit(message: object, kind: str) -> str:
    """What is wrong with a message as JSON, by the schema of its kind; nothing if it fits."""
    try:
        _check(kind)(json.loads(json.dumps(message)))
    except fastjsonschema.JsonSchemaException as refusal:
        return str(refusal)
    return ""
