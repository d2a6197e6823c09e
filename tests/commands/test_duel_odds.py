"""``dreimagier duel-odds``: exact fractions and decimals."""

from __future__ import annotations

import json
from fractions import Fraction

from click.testing import CliRunner

from companion.commands.duel_odds import duel_odds


def test_json_is_exact_and_decimal() -> None:
    data = json.loads(CliRunner().invoke(duel_odds, ["--json"]).stdout)
    assert data["challenger"] == {"exact": "252707105/454091867", "decimal": "0.556511"}
    assert Fraction(data["challenger"]["exact"]) + Fraction(data["challenged"]["exact"]) == 1
    assert sum(Fraction(row["exact"]) for row in data["results"]) == 1
    assert sum(Fraction(part["exact"]) for part in data["round"].values()) == 1
    for row in [*data["results"], *data["leading"], *data["following"]]:
        assert abs(Fraction(row["exact"]) - Fraction(row["decimal"])) < Fraction(1, 1_000_000)


def test_json_has_the_best_choice_in_every_situation() -> None:
    data = json.loads(CliRunner().invoke(duel_odds, ["--json"]).stdout)
    assert len(data["leading"]) == 20, "ten triples after the first and after the second throw"
    first = {tuple(row["wands"]): row for row in data["leading"] if row["throws"] == 1}
    assert first[2, 2, 2]["choice"] == "stop"
    assert first[0, 0, 2]["choice"] == "again" and first[0, 0, 2]["keep"] == [2]
    assert all(row["choice"] == "again" for row in data["following"])


def test_text_for_reading() -> None:
    text = CliRunner().invoke(duel_odds, []).stdout
    assert "The challenger wins with 0.556511 = 252707105/454091867" in text
    assert "  3 on 1   0.259259 = 7/27" in text
    assert "against 5 on 2, after 1: 0 2 2" in text
