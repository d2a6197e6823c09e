"""Who asks: seats, devices, the host's owner, or a spectator; and what is refused before anybody looks at it.

A token comes as ``Authorization: Bearer`` or in the cookie ``dreimagier``, which may hold several tokens separated by
dots (several seats on one device, the host's token).  Devices use the header alone.
"""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

import msgspec
from flask import Request, Response, g, request

from companion.table import ghosts, seats
from companion.web import names
from companion.web.errors import Forbidden, UnknownName
from companion.web.hosting import hosting

COOKIE = "dreimagier"
TOKENS_AT_MOST = 8
TOKEN_LENGTH_AT_MOST = 100
KEEP_S = 180 * 24 * 3600
CHANGING = frozenset({"POST", "PUT", "PATCH", "DELETE"})


class Who(msgspec.Struct, frozen=True):
    """Whose request this is.  ``waiting`` are seats that others must still grant."""

    seats: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    device: str | None = None
    host: bool = False


def who() -> Who:
    """Who makes the present request."""
    if "who" not in g:
        g.who = _identify(request)
        hosting().presence.heard(hashes(tokens(request)[0]))
    found: Who = g.who
    return found


def identify(tokens: list[str], bearer: bool) -> Who:
    """Who holds these tokens now."""
    here, course = hosting(), hosting().table.course
    held = {seats.holder(course, token) for token in tokens}
    waits = {seats.waits_for(course, token) for token in tokens}
    kinds = {here.tokens.kind(token) for token in tokens}
    device = next((kind for kind in ("vision", "firmware") if kind in kinds), None) if bearer else None
    return Who(
        tuple(seat for seat in course.seats if seat in held),
        tuple(seat for seat in course.seats if seat in waits),
        device,
        "host" in kinds or any(here.owners.find(token) for token in tokens),
    )


def hashes(tokens: list[str]) -> frozenset[str]:
    """The hashes of these secrets."""
    return frozenset(seats.hashed(token) for token in tokens)


def tokens(asked: Request) -> tuple[list[str], bool]:
    """The tokens of a request, and whether they came in the Authorization header."""
    header = asked.headers.get("Authorization", "")
    if header:
        scheme, _, token = header.partition(" ")
        return ([token.strip()] if scheme.lower() == "bearer" and _plausible(token.strip()) else []), True
    held = asked.cookies.get(COOKIE, "").split(".")
    return [token for token in held if _plausible(token)][:TOKENS_AT_MOST], False


def _plausible(token: str) -> bool:
    return 0 < len(token) <= TOKEN_LENGTH_AT_MOST and token.isascii()


def _identify(asked: Request) -> Who:
    found, bearer = tokens(asked)
    return identify(found, bearer)


def acting_seats() -> tuple[str, ...]:
    """The seats for which this browser may act: those that it holds, and a ghost's for whom somebody must throw
    or say what was thrown."""
    here, held = hosting(), who().seats
    ghost = ghosts.thrown_for(here.table.game, here.table.course) if held and here.table.game.open_information else None
    return held if ghost is None else (*held, ghost)


def current_seats() -> tuple[str, ...]:
    """The seats that this browser holds, in playing order."""
    return who().seats


def current_role() -> str | None:
    """The seat to show: of those held the one that is asked, else the first; None for a spectator."""
    return role_of(who())


def role_of(found: Who) -> str | None:
    """The seat that somebody acts for just now."""
    held = found.seats
    asked = hosting().table.course.questions
    return next((seat for seat in held if seat in asked), held[0] if held else None)


def remember(response: Response, token: str) -> None:
    """Add a token to the browser's cookie; the oldest go when there are too many.

    ``Lax``: a player who comes back by a link in another app is at his seat.  What changes something is a POST, and
    those are refused from other sites.
    """
    held, bearer = tokens(request)
    kept = [] if bearer else [other for other in held if other != token]
    value = ".".join([*kept, token][-TOKENS_AT_MOST:])
    secure = request.is_secure
    response.set_cookie(COOKIE, value, max_age=KEEP_S, secure=secure, httponly=True, samesite="Lax", path="/")


def at_machine() -> bool:
    """Whether a browser on this very machine asks: nobody else reaches it under its own names.

    What a program in between has passed on (it says so, or browsers opened it under another name) is not of here.
    """
    passed_on = {"X-Forwarded-For", "Forwarded", "Via", "X-Real-Ip"} & set(request.headers.keys())
    return not passed_on and _loopback(request.remote_addr) and _loopback(_hostname(request.host))


def _loopback(name: str | None) -> bool:
    if name == "localhost":
        return True
    try:
        ip = ipaddress.ip_address((name or "").partition("%")[0])
    except ValueError:
        return False
    return (getattr(ip, "ipv4_mapped", None) or ip).is_loopback


def at_table() -> bool:
    """Whether people at the table look at this browser: a seat's, an owner's, or a screen of the machine itself."""
    return bool(who().seats) or who().host or at_machine()


def guard() -> None:
    """Refuse public clients, foreign Host names and foreign Origins; raises Forbidden."""
    if not hosting().settings.public_clients and not _private(request.remote_addr):
        raise Forbidden("this host serves its own network only")
    if not known_name():
        raise UnknownName("this host is not known by that name; open it by its address")
    if request.method in CHANGING and not _own_origin():
        raise Forbidden("this request comes from another site")


def known_name() -> bool:
    """Whether this request names this host, and not somebody else."""
    here = hosting()
    return _known_host(request.host, [*here.settings.hosts, here.settings.address, here.address.lower()])


def _private(address: str | None) -> bool:
    try:
        ip = ipaddress.ip_address((address or "").partition("%")[0])
    except ValueError:
        return False
    mapped = getattr(ip, "ipv4_mapped", None)
    return not (mapped or ip).is_global


def _known_host(host: str, more: list[str]) -> bool:
    """Addresses, localhost, the machine's own names and what the settings add: no name of somebody else's."""
    name = _hostname(host)
    if name is None:
        return False
    try:
        ipaddress.ip_address(name)
        return True
    except ValueError:
        return name in {"localhost", *more} or names.of_this_machine(name)


def _hostname(host: str) -> str | None:
    try:
        return (urlsplit(f"//{host}").hostname or "").lower().rstrip(".") or None
    except ValueError:
        return None


def _own_origin() -> bool:
    """A browser names where a changing request comes from; it must be this very host.  Programs name nothing."""
    origin = request.headers.get("Origin")
    if origin is None:
        return request.headers.get("Sec-Fetch-Site", "none") in ("none", "same-origin")
    return origin == f"{request.scheme}://{request.host}"
