"""Why a reading is put to the players: which wand it is about, and the true cause."""

from __future__ import annotations

from companion.games import Json
from companion.web.games.dreimagier.wands import COLOURS
from companion.web.pages.seen import Seen

FLEW = (None, "thrown")


def sentence(proposal: Json, seen: Seen) -> str:
    """One sentence a cause; nothing where no wand can be named."""
    wands, kind = proposal.get("wands") or {}, proposal.get("kind")
    if proposal.get("reason") == "invalid":
        return _invalid(wands, str(kind), seen)
    if proposal.get("reason") != "unsure":
        return ""
    return " ".join([*_still(wands, seen), *_unclear(wands, seen)])


def _invalid(wands: Json, kind: str, seen: Seen) -> str:
    if not wands or seen.t(f"reading.{kind}", default="") == "":
        return ""
    concerned = {
        "missing": [colour for colour in COLOURS if colour not in wands],
        "nudged": [colour for colour in COLOURS if wands.get(colour, {}).get("movement") == "nudged"],
    }.get(kind, [colour for colour in COLOURS if not wands.get(colour, {}).get("sure", True)])
    if not 0 < len(concerned) < len(COLOURS):
        return ""
    return seen.t("doubt.named", names=_names(concerned, seen), text=seen.t(f"reading.{kind}"))


def _still(wands: Json, seen: Seen) -> list[str]:
    """Wands that were to fly and did perhaps not."""
    wanted = (seen.view.get("throw_wanted") or {}).get("wands") or []
    still = [colour for colour in wanted if wands.get(colour, {}).get("movement") not in FLEW]
    return [seen.t("doubt.still", names=_names(still, seen))] if still else []


def _unclear(wands: Json, seen: Seen) -> list[str]:
    unclear = [colour for colour in COLOURS if not wands.get(colour, {}).get("sure", True)]
    return [seen.t("doubt.unclear", names=_names(unclear, seen))] if unclear else []


def _names(colours: list[str], seen: Seen) -> str:
    *before, last = [seen.t(f"seat.{colour}") for colour in colours]
    return seen.t("now.and", one=", ".join(before), other=last) if before else last
