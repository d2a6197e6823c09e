"""The API for phones and pages.

An action whose question (its name in ``state.question`` or ``state.may``) does not stand any more for its seat is
answered 409 with the present state and changes nothing; so is a request about the whole table (undo, dispute, new game)
that was made on an older number.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Response, request

from companion.games import Invalid, Refused
from companion.protocol import (
    Answer,
    AskEvening,
    Claiming,
    Command,
    Evening,
    Failure,
    Free,
    GhostSeat,
    Health,
    HostLogin,
    Join,
    JoinAnswer,
    Judge,
    Leave,
    Ok,
    Prove,
    ShowOdds,
    Standing,
    Toss,
    Undo,
    Vote,
    Withdraw,
    WithdrawOwner,
)
from companion.table import asks, games, ghosts, knocks, outlook, play, proposals, seats, sentences, undo
from companion.table.errors import Denied, NotYours, Stale, StorageFailed
from companion.table.table import Done
from companion.web import auth, language
from companion.web.errors import Forbidden, TooMany
from companion.web.hosting import hosting
from companion.web.routes import reply, route

ANSWERS: dict[int, Any] = {200: Answer, 409: Answer, 422: Answer}


@route("GET", "/health", "anyone", answers={200: Health})
def health() -> Health:
    """State of the host and its devices."""
    return hosting().health()


@route("GET", "/api/state", "anyone", answers={200: dict})
def get_state() -> dict[str, Any]:
    """The table as the asking role may see it (``?seat=`` picks one of several held seats)."""
    told = hosting().state(_shown_role(), language.of_request())
    return {**told, "code": hosting().table.code if auth.at_table() else ""}


def _shown_role() -> str | None:
    wanted = request.args.get("seat")
    return wanted if wanted in auth.current_seats() else auth.current_role()


@route("POST", "/api/join", "code", Join, {200: JoinAnswer, 403: Failure, 422: Answer, 429: Failure})
def join(message: Join) -> Response:
    """Take a seat with the table's code."""
    good_code(message.code)
    here = hosting()
    live, tokens = here.presence.live, tuple(auth.tokens(request)[0])
    return let_in(lambda: seats.join(here.table, message.code, message.seat, message.name, live, tokens), message.seat)


def good_code(code: str) -> None:
    """Raises Forbidden for a code that is not the table's, TooMany for too many of them."""
    here, address = hosting(), request.remote_addr or ""
    if not here.guesses.allowed(address):
        raise TooMany("too many wrong codes; wait a minute")
    if not seats.good_code(here.table, code):
        here.guesses.wrong(address)
        raise Forbidden("this is not the code of the table")


def let_in(ask: Callable[[], seats.Joined], seat: str | None = None) -> Response:
    """The answer to who takes a seat or asks for one; what is asked is counted.  Raises Denied for too many asks."""
    here, address = hosting(), request.remote_addr or ""
    if not (here.knocking.allowed(address) and here.joins.allowed(address)):
        raise Denied(sentences.reason("table.often"))
    here.joins.asked(address)
    joined = ask()
    if joined.ask is not None:
        here.knocking.asked(address)
    elif not joined.waiting:
        here.presence.heard(auth.hashes([joined.token]))
    response = reply(JoinAnswer(joined.token, seat or "", joined.waiting, joined.ask))
    auth.remember(response, joined.token)
    return response


@route("POST", "/api/join/withdraw", "code", Withdraw, {200: Ok, 403: Failure, 429: Failure})
def join_withdraw(message: Withdraw) -> Ok:
    """Take back what this browser has asked at the door."""
    good_code(message.code)
    here = hosting()
    return Ok(knocks.withdraw(here.table, auth.hashes(auth.tokens(request)[0]), message.request).seq)


@route("POST", "/api/evening", "seat-or-host", Evening, ANSWERS)
def evening(message: Evening) -> Any:
    """A new game with every seat free, with the consent of all others whose phones are there."""
    here = hosting()
    options = here.chosen(message.options)
    done = games.evening(here.table, message.seat, message.request, options, here.presence.live)
    return answered(message.seat, done)


@route("POST", "/api/evening/ask", "code", AskEvening, {200: JoinAnswer, 403: Failure, 422: Answer, 429: Failure})
def evening_ask(message: AskEvening) -> Response:
    """The same, asked by people who hold no seat."""
    good_code(message.code)
    here = hosting()
    return let_in(lambda: games.ask_evening(here.table, message.name, here.presence.live))


@route("POST", "/api/free", "seat-or-host", Free, ANSWERS)
def free(message: Free) -> Any:
    """Free the seat of a phone that is away."""
    here = hosting()
    return answered(
        message.seat, seats.free(here.table, message.seat, message.free, message.request, here.presence.live)
    )


@route("POST", "/api/ghost", "seat-or-host", GhostSeat, ANSWERS)
def ghost(message: GhostSeat) -> Any:
    """Hand a seat over to the game's own player, with the consent of all others whose phones are there."""
    here = hosting()
    done = ghosts.hand_over(here.table, message.seat, message.ghost, message.level, message.request, here.presence.live)
    return answered(message.seat, done)


@route("POST", "/api/odds", "seat", ShowOdds, ANSWERS)
def odds(message: ShowOdds) -> Any:
    """Let all seats see the odds of the game that goes on, with the consent of all others; or no longer."""
    return answered(message.seat, outlook.show(hosting().table, message.seat, message.shown, message.request))


@route("POST", "/api/act", "seat", Command, ANSWERS)
def act(message: Command) -> Any:
    """Play one action."""
    return answered(message.seat, play.act(hosting().table, message))


@route("POST", "/api/undo", "seat", Undo, ANSWERS)
def undo_(message: Undo) -> Any:
    """Take the last decision back, or ask those whom it concerns."""
    done = undo.undo(hosting().table, message.seat, message.seq, message.request, message.all)
    return answered(message.seat, done)


@route("POST", "/api/undo/vote", "seat", Vote, ANSWERS)
def undo_vote(message: Vote) -> Any:
    """A voice in the open ask (the same as ``/api/vote``)."""
    return vote(message)


@route("POST", "/api/vote", "seat", Vote, ANSWERS)
def vote(message: Vote) -> Any:
    """A voice in the open ask: undo, correction, dispute, new game, another phone."""
    here = hosting()
    done = asks.vote(here.table, message.seat, message.ask, message.choice, message.request, here.presence.live)
    return answered(message.seat, done)


@route("POST", "/api/proposal", "seat", Judge, ANSWERS)
def proposal(message: Judge) -> Any:
    """The answer to a doubtful, early or illegal reading."""
    done = proposals.judge(
        hosting().table, message.seat, message.seq, message.request, message.proposal, message.choice
    )
    return answered(message.seat, done)


@route("POST", "/api/toss", "seat", Toss, ANSWERS)
def toss(message: Toss) -> Any:
    """Let the simulated camera throw."""
    here = hosting()
    wanted = here.table.game.throw_wanted(here.table.course.position)
    if message.seq != here.table.course.seq:
        raise Stale("the table has gone on")
    if here.safe is not None:
        raise Denied(sentences.reason("table.safe"))
    if not here.devices.simulated("vision"):
        absent = here.devices.health("vision").state == "absent"
        raise Denied(sentences.reason("table.no-camera" if absent else "table.real-camera"))
    if here.devices.health("vision").state != "ok":
        raise Denied(sentences.reason("table.camera-opens"))
    if wanted is None or wanted.seat != message.seat:
        raise Denied(sentences.reason("table.not-asked"))
    here.toss()
    return answered(message.seat, Done(here.table.course.seq))


@route("POST", "/api/leave", "seat", Leave, {200: Ok})
def leave(message: Leave) -> Ok:
    """Give a seat up."""
    seats.leave(hosting().table, message.seat, message.request)
    return Ok(hosting().table.course.seq)


@route("POST", "/api/host", "code", HostLogin, {200: Ok, 403: Failure, 429: Failure})
def host_login(message: HostLogin) -> Response:
    """Set this table up from this browser: its cookie gets the host's token."""
    here, address = hosting(), request.remote_addr or ""
    if not here.logins.allowed(address):
        raise TooMany("too many wrong tokens; wait a minute")
    if here.tokens.kind(message.token) != "host":
        here.logins.wrong(address)
        raise Forbidden("this is not the host's token")
    response = reply(Ok(here.table.course.seq))
    auth.remember(response, message.token)
    return response


@route("POST", "/api/owner/prove", "code", Prove, {200: Ok, 403: Failure, 429: Failure})
def owner_prove(message: Prove) -> Response:
    """Set this table up from this browser: its people have read the code that stands at the table."""
    here, address = hosting(), request.remote_addr or ""
    if not here.logins.allowed(address):
        raise TooMany("too many wrong codes; wait a minute", "owner.many")
    token = here.owners.prove(message.code)
    if token is None:
        here.logins.wrong(address)
        raise Forbidden("this is not the owner's code", "owner.bad")
    response = reply(Ok(here.table.course.seq))
    auth.remember(response, token)
    return response


@route("POST", "/api/owner/ask", "unowned", Claiming, {200: Ok, 403: Failure, 422: Answer})
def owner_ask(_: Claiming) -> Response:
    """While nobody is an owner: this phone becomes one's with the next press of a button at the table."""
    here, address = hosting(), request.remote_addr or ""
    if not here.claims.allowed(address):
        raise Denied(sentences.reason("table.often"))
    here.claims.asked(address)
    response = reply(Ok(here.table.course.seq))
    auth.remember(response, here.claim.ask(address))
    return response


@route("GET", "/api/owner", "anyone", answers={200: Standing})
def owner_standing() -> Standing:
    """Whether this browser is an owner's, or waits for a press."""
    return Standing(auth.who().host, hosting().claim.waits(auth.hashes(auth.tokens(request)[0])))


@route("POST", "/api/owner/withdraw", "host", WithdrawOwner, {200: Ok})
def owner_withdraw(message: WithdrawOwner) -> Ok:
    """A device is no owner's any more."""
    here = hosting()
    here.owners.withdraw(message.owner)
    return Ok(here.table.course.seq)


def answered(seat: str | None, done: Done) -> Answer:
    """The answer to a command that was done: the present state for that seat."""
    here = hosting()
    seat = seat if seat in here.table.course.seats else auth.current_role()
    return Answer("done", done.seq, None, here.state(seat, language.of_request()))


def stale(seat: str | None) -> Answer:
    """The answer to a command on an older state."""
    here = hosting()
    return Answer("stale", here.table.course.seq, None, here.state(seat, language.of_request()))


def refused(seat: str | None, error: Denied | Refused) -> Answer:
    """The answer to a command that rules or table do not allow."""
    here, words = hosting(), language.of_request()
    refusal = sentences.refusal(here.table.game, error.reason, words, here.table.course.names)
    return Answer("refused", here.table.course.seq, refusal, here.state(seat, words))


def failed(error: Exception) -> tuple[Any, int]:
    """What an error of the table or the rules becomes."""
    seat = auth.current_role()
    if isinstance(error, Stale):
        return stale(seat), 409
    if isinstance(error, (Denied, Refused)):
        return refused(seat, error), 422
    if isinstance(error, NotYours):
        return Failure(str(error)), 403
    if isinstance(error, StorageFailed):
        return Failure(str(error), sentences.WORDS.say(language.of_request(), error.message)), 503
    return Failure(str(error)), 400 if isinstance(error, (Invalid, ValueError)) else 503
