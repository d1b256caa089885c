"""Holds every JSON answer of every test to openapi.json: it has the names that are described, all of them, and no others."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from functools import cache
from typing import Any

import fastjsonschema
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import reverse

from tournament.public.openapi import document

PATHS = {
    "json_now": "/{event}/now.json",
    "json_event": "/{event}/event.json",
    "json_round": "/{event}/rounds/{round}.json",
    "json_results": "/{event}/rounds/{round}/results.json",
    "json_standings": "/{event}/standings.json",
    "json_medals": "/{event}/medals.json",
    "game_protocol": "/game/protocol/",
    "api_entries": "/api/v1/{event}/entries/",
    "api_entry": "/api/v1/{event}/entries/{player}/",
    "api_check_ins": "/api/v1/{event}/check-ins/",
    "api_results": "/api/v1/{event}/results/",
    "api_result": "/api/v1/{event}/results/{round}/{table}/",
    "openapi": "/openapi.json",
}
"""Every address that answers JSON which is described, by its name."""
OPEN = {"GameMessage"}
"""Of these the description gives one name only; the schema of the protocol has the others."""


def closed(schema: Any, name: str = "") -> Any:
    """The same schema, in which an object has no names but those described."""
    if isinstance(schema, list):
        return [closed(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    found = {part: closed(each, part) for part, each in schema.items()}
    is_object = schema.get("type") == "object" and "properties" in schema and name not in OPEN
    return {"additionalProperties": False, **found} if is_object else found


@cache
def _check(name: str) -> Callable[[Any], Any]:
    schemas = closed(document()["components"]["schemas"])
    check: Callable[[Any], Any] = fastjsonschema.compile(
        {"$ref": f"#/components/schemas/{name}", "components": {"schemas": schemas}}
    )
    return check


def misfit(value: object, name: str) -> str:
    """What is wrong with a JSON value by the schema of that name; nothing if it fits."""
    try:
        _check(name)(value)
    except fastjsonschema.JsonSchemaException as refusal:
        return str(refusal)
    return ""


def schema_of(path: str, method: str, status: int) -> str:
    """The name of the schema that an answer must fit, empty where nothing but "an object" is described."""
    ways = {method: way["responses"] for method, way in document()["paths"][path].items() if method != "parameters"}
    of_any = {status: answer for answers in ways.values() for status, answer in answers.items()}
    answers = ways.get(method.lower().replace("head", "get"), {})
    answer = answers.get(str(status)) or of_any.get("default") or {}
    if "$ref" in answer:
        answer = document()["components"]["responses"][answer["$ref"].rpartition("/")[2]]
    content = answer.get("content", {}).get("application/json", {}).get("schema", {})
    return str(content.get("$ref", "")).rpartition("/")[2]


class DescribedMiddleware:
    """Raises AssertionError for an answer that is not as described."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer the request, and look at the answer."""
        answer = self.get_response(request)
        found = request.resolver_match
        path = PATHS.get(str(found.url_name)) if found else None
        content: bytes = getattr(answer, "content", b"")
        if path is None or not content or "json" not in answer.get("Content-Type", ""):
            return answer
        raw = gzip.decompress(content) if answer.get("Content-Encoding") == "gzip" else content
        name = schema_of(path, str(request.method), answer.status_code)
        if name:
            wrong = misfit(json.loads(raw), name)
            assert not wrong, f"{request.method} {request.path}, {answer.status_code}: {wrong}"
        return answer


def address(name: str, *parts: object) -> str:
    """The address of that name."""
    return reverse(name, args=parts)
