"""A small check of a JSON value against a JSON schema: the keywords that the protocol's schema uses, and no others."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

_TYPES: dict[str, Callable[[Any], bool]] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "integer": lambda value: type(value) is int,
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
}


def faults(value: Any, schema: Any, root: Any, place: str = "") -> list[str]:
    """Everything that is wrong with a value, each with its place; nothing if it fits.

    Raises:
        KeyError: if the schema uses a keyword that is not known here.
    """
    if schema is True or schema is False:
        return [] if schema else [f"{place}: nothing may stand here"]
    found: list[str] = []
    for keyword, wanted in schema.items():
        if keyword not in _PASSED_OVER:
            found += _KEYWORDS[keyword](value, wanted, schema, root, place)
    return found


_PASSED_OVER = frozenset({"$schema", "$defs", "title", "description"})


def _said(fits: bool, place: str, text: object) -> list[str]:
    return [] if fits else [f"{place}: {text}"]


def _ref(value: Any, wanted: Any, schema: Any, root: Any, place: str) -> list[str]:
    target = root
    for part in wanted.removeprefix("#/").split("/"):
        target = target[part]
    return faults(value, target, root, place)


def _type(value: Any, wanted: Any, schema: Any, root: Any, place: str) -> list[str]:
    kinds = [wanted] if isinstance(wanted, str) else wanted
    return _said(any(_TYPES[kind](value) for kind in kinds), place, f"{value!r} is not {' or '.join(kinds)}")


def _any_of(value: Any, wanted: Any, schema: Any, root: Any, place: str) -> list[str]:
    tried = [faults(value, inner, root, place) for inner in wanted]
    return [] if [] in tried else [f"{place}: fits none of {len(wanted)}", *min(tried, key=len)]


def _all_of(value: Any, wanted: Any, schema: Any, root: Any, place: str) -> list[str]:
    return [fault for inner in wanted for fault in faults(value, inner, root, place)]


def _members(value: Any, schema: Any, root: Any, place: str) -> Iterator[str]:
    known = schema.get("properties", {})
    for key, inner in value.items():
        if key in known:
            yield from faults(inner, known[key], root, f"{place}.{key}")
        elif "additionalProperties" in schema:
            yield from faults(inner, schema["additionalProperties"], root, f"{place}.{key}")


def _properties(value: Any, wanted: Any, schema: Any, root: Any, place: str) -> list[str]:
    return list(_members(value, schema, root, place)) if isinstance(value, dict) else []


def _additional(value: Any, wanted: Any, schema: Any, root: Any, place: str) -> list[str]:
    if "properties" in schema or not isinstance(value, dict):
        return []  # Looked at with the others.
    return list(_members(value, schema, root, place))


def _items(value: Any, wanted: Any, schema: Any, root: Any, place: str) -> list[str]:
    if not isinstance(value, list):
        return []
    return [fault for index, inner in enumerate(value) for fault in faults(inner, wanted, root, f"{place}[{index}]")]


def _required(value: Any, wanted: Any, schema: Any, root: Any, place: str) -> list[str]:
    return [f"{place}: {key} is missing" for key in wanted if isinstance(value, dict) and key not in value]


def _number(compare: Callable[[int, int], bool]) -> Callable[[Any, Any, Any, Any, str], list[str]]:
    return lambda value, wanted, schema, root, place: _said(
        type(value) is not int or compare(value, wanted), place, f"{value} and {wanted}"
    )


def _length(
    kind: type[str] | type[list[Any]], compare: Callable[[int, int], bool]
) -> Callable[[Any, Any, Any, Any, str], list[str]]:
    return lambda value, wanted, schema, root, place: _said(
        not isinstance(value, kind) or compare(len(value), wanted), place, f"a length of {wanted} was expected"
    )


_KEYWORDS: dict[str, Callable[[Any, Any, Any, Any, str], list[str]]] = {
    "$ref": _ref,
    "type": _type,
    "anyOf": _any_of,
    "allOf": _all_of,
    "properties": _properties,
    "additionalProperties": _additional,
    "items": _items,
    "required": _required,
    "const": lambda value, wanted, schema, root, place: _said(
        value == wanted and type(value) is type(wanted), place, f"{value!r} is not {wanted!r}"
    ),
    "enum": lambda value, wanted, schema, root, place: _said(value in wanted, place, f"{value!r} is none of {wanted}"),
    "pattern": lambda value, wanted, schema, root, place: _said(
        not isinstance(value, str) or re.search(wanted, value) is not None, place, f"{value!r} does not fit {wanted}"
    ),
    "minimum": _number(lambda one, other: one >= other),
    "maximum": _number(lambda one, other: one <= other),
    "minLength": _length(str, lambda one, other: one >= other),
    "maxLength": _length(str, lambda one, other: one <= other),
    "minItems": _length(list, lambda one, other: one >= other),
    "maxItems": _length(list, lambda one, other: one <= other),
    "uniqueItems": lambda value, wanted, schema, root, place: _said(
        not isinstance(value, list) or len(set(value)) == len(value), place, "something stands there twice"
    ),
}
