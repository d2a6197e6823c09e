"""The OpenAPI document, made from the route list and the message structs."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import msgspec

from companion.protocol import Failure
from companion.web.routes import ROUTES, Route

LIVE = {"/live": "Fragments of a page as server-sent events.", "/api/live": "State as server-sent events."}
COMMON = {400: Failure, 403: Failure, 413: Failure}


@cache
def encoded(version: str) -> bytes:
    """The document as it is sent.  Made once: making it takes 8 ms, for which others would wait."""
    return msgspec.json.encode(document(version), order="sorted")


def document(version: str) -> dict[str, Any]:
    """The document as JSON object."""
    structs = sorted({each for route in ROUTES for each in _structs(route)}, key=lambda each: str(each.__name__))
    _, schemas = msgspec.json.schema_components(structs, ref_template="#/components/schemas/{name}")
    paths: dict[str, Any] = {}
    for route in ROUTES:
        paths.setdefault(openapi_path(route.path), {})[route.method.lower()] = _operation(route)
    for path, summary in LIVE.items():
        paths[path] = {"get": _live(path, summary)}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Die drei Magier: companion", "version": version},
        "paths": paths,
        "components": {"schemas": schemas, "securitySchemes": _security()},
    }


def openapi_path(path: str) -> str:
    """A Flask path as OpenAPI writes it."""
    return re.sub(r"<(?:[a-z]+:)?([a-z_]+)>", r"{\1}", path)


def _structs(route: Route) -> list[Any]:
    found = [route.body, *route.answers.values(), *COMMON.values()]
    return [each for each in found if isinstance(each, type) and issubclass(each, msgspec.Struct)]


def _operation(route: Route) -> dict[str, Any]:
    answers = {**(COMMON if route.changes else {}), **route.answers}
    operation: dict[str, Any] = {
        "operationId": route.name,
        "summary": route.summary,
        "responses": {str(status): _content(each) for status, each in sorted(answers.items())},
        "x-needs": route.needs,
    }
    names = re.findall(r"<([a-z_]+)>", route.path)
    if names:
        operation["parameters"] = [_parameter(name) for name in names]
    if route.body is not None:
        operation["requestBody"] = {"required": True, **_content(route.body, describe=False)}
    if route.needs not in ("anyone", "code", "unowned"):
        operation["security"] = [{"cookie": []}, {"bearer": []}]
    return operation


def _parameter(name: str) -> dict[str, Any]:
    return {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}


def _content(kind: Any, describe: bool = True) -> dict[str, Any]:
    said: dict[str, Any] = {"description": ""} if describe else {}
    if kind is None:
        return said
    if kind == "photo":
        return said | {"content": {"image/*": {"schema": {"type": "string", "format": "binary"}}}}
    if kind == "jpeg":
        return said | {"content": {"image/jpeg": {"schema": {"type": "string", "format": "binary"}}}}
    if kind == "zip":
        media = "application/zip" if describe else "application/octet-stream"  # any bytes are looked at
        return said | {"content": {media: {"schema": {"type": "string", "format": "binary"}}}}
    if kind == "lines":
        return said | {"content": {"application/jsonl": {"schema": {"type": "string"}}}}
    schema = {"type": "object"} if kind is dict else {"$ref": f"#/components/schemas/{kind.__name__}"}
    return said | {"content": {"application/json": {"schema": schema}}}


def _live(path: str, summary: str) -> dict[str, Any]:
    page = {"name": "page", "in": "query", "schema": {"enum": ["play", "table"]}}
    stream = {"description": "", "content": {"text/event-stream": {"schema": {"type": "string"}}}}
    return {
        "operationId": path.strip("/").replace("/", "_"),
        "summary": summary,
        "parameters": [page] if path == "/live" else [],
        "responses": {"200": stream, "400": _content(Failure)},
    }


def _security() -> dict[str, Any]:
    return {
        "cookie": {"type": "apiKey", "in": "cookie", "name": "dreimagier"},
        "bearer": {"type": "http", "scheme": "bearer"},
    }
