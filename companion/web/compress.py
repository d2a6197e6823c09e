"""Pages, styles and scripts go over the air compressed; nothing of the API or the streams does."""

from __future__ import annotations

import gzip
from functools import lru_cache

from flask import Response, request

TYPES = frozenset({"text/html", "text/css", "text/javascript", "application/javascript", "image/svg+xml"})
SMALLEST = 600
LEVEL = 5


def compressed(response: Response) -> Response:
    """The same response with gzip, where the browser takes it and it is worth it."""
    if request.method != "GET" or response.status_code != 200 or response.mimetype not in TYPES:
        return response
    response.vary.add("Accept-Encoding")
    if request.accept_encodings.quality("gzip") <= 0 or "Content-Encoding" in response.headers:
        return response
    response.direct_passthrough = False
    plain = response.get_data()
    if len(plain) < SMALLEST:
        return response
    still = request.path.startswith("/static/")
    response.set_data(_packed_once(plain) if still else _packed(plain))
    response.headers["Content-Encoding"] = "gzip"
    etag, _ = response.get_etag()
    if etag is not None:
        response.set_etag(etag, weak=True)
    return response


def _packed(plain: bytes) -> bytes:
    return gzip.compress(plain, LEVEL, mtime=0)


_packed_once = lru_cache(maxsize=64)(_packed)
