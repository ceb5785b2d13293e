"""Results of infinitechess.org in many positions; the data gives the reasons for differences."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hyperchess.infinite import Position, parse_square

HERE = Path(__file__).parent


def load(name: str) -> list[dict[str, Any]]:
    cases: list[dict[str, Any]] = json.loads((HERE / name).read_text(encoding="utf-8"))["cases"]
    return cases


def site_position(text: str) -> Position:
    """A position under the site's rule for castling rights."""
    position = Position.parse(text)
    return position.with_settings(replace(position.settings, drop_idle_rights=True))


def perft(position: Position, window: tuple[int, int, int, int], depth: int) -> int:
    if depth == 1:
        return position.moves().count(*window)
    return sum(perft(position.play(move), window, depth - 1) for move in position.moves().within(*window))


@pytest.mark.parametrize("case", load("single_pieces.json"), ids=lambda case: case["position"])
def test_single_pieces(case: dict[str, Any]) -> None:
    moves = Position.parse(case["position"]).moves()
    assert sorted(list(move.target) for move in moves.within(*case["window"])) == sorted(case["targets"])


@pytest.mark.parametrize("case", load("positions.json"), ids=lambda case: case["name"])
def test_positions(case: dict[str, Any]) -> None:
    position = site_position(case["position"])
    for move in case.get("play", ()):
        position = position.play(move)
    moves = position.moves()
    if "count" in case:
        assert moves.count(*case["window"]) == case["count"]
    if "moves" in case:
        assert sorted(map(str, moves.within(*case["window"]))) == sorted(case["moves"])
    assert sorted({str(check.royal) for check in position.checks()}) == sorted(case["checks"])
    if "checkers" in case:
        assert sorted({str(check.attacker) for check in position.checks()}) == sorted(case["checkers"])
    if "site_checkers" in case:
        assert {str(check.attacker) for check in position.checks()} > set(case["site_checkers"])
    status = position.status
    assert status.verdict.value == case["verdict"]
    if "winner" in case:
        assert status.winner is not None
        assert status.winner.letter == case["winner"]
    assert (None if position.en_passant is None else str(position.en_passant)) == case.get("en_passant")
    if "half_moves" in case:
        assert position.move_rule is not None
        assert position.move_rule.count == case["half_moves"]
    if "pieces_after" in case:
        assert set(position.text().split()[-1].split("|")) == set(case["pieces_after"].split("|"))


@pytest.mark.parametrize(
    "case", [case for case in load("positions.json") if "legal" in case], ids=lambda case: case["name"]
)
def test_far_away(case: dict[str, Any]) -> None:
    """Intervals of steps for each line, and single squares, however far away."""
    moves = Position.parse(case["position"]).moves()
    for place, expected in case["legal"].items():
        start = parse_square(place.lstrip("KQRBNPkqrbnp"))
        lines: dict[str, list[str | None]] = {}
        for ray in moves.rays:
            if ray.source == start:
                dx, dy = ray.step
                forward = dx > 0 or (dx == 0 and dy > 0)
                line = lines.setdefault(f"{dx},{dy}" if forward else f"{-dx},{-dy}", ["0", "0"])
                end = None if ray.last is None else str(ray.last if forward else -ray.last)
                line[forward] = end
        assert lines == expected.get("sliding", {})
        singles = sorted(str(move.target) for move in moves.points if move.source == start)
        assert singles == sorted(text.split("/")[0] for text in expected.get("individual", ()))
    assert {str(move.source) for move in moves.points} | {str(ray.source) for ray in moves.rays} == {
        place.lstrip("KQRBNPkqrbnp") for place in case["legal"]
    }


@pytest.mark.parametrize("case", load("perft.json"), ids=lambda case: case["name"])
def test_perft(case: dict[str, Any]) -> None:
    position = Position.parse(case["position"])
    if "points" in case:
        assert len(position.moves().points) == case["points"]
        assert sum(not ray.is_bounded for ray in position.moves().rays) == case["endless_rays"]
    for depth, count in enumerate(case["perft"], start=1):
        if count < 70_000 or depth < 3:
            assert perft(position, case["window"], depth) == count


@pytest.mark.nightly
def test_kiwipete_three_plies_deep() -> None:
    case = next(case for case in load("perft.json") if case["name"] == "kiwipete 8x8 border")
    assert perft(Position.parse(case["position"]), (1, 8, 1, 8), 3) == 97_862


@pytest.mark.parametrize("case", load("games.json"), ids=lambda case: case["name"])
def test_games(case: dict[str, Any]) -> None:
    position = site_position(case["position"])
    for move, marks, count in case["plies"]:
        assert move in position.moves()
        position = position.play(move)
        assert position.moves().count(*case["window"]) == count
        assert position.last is not None
        assert (position.last.captured is not None) == ("x" in marks)
        assert bool(position.checks()) == ("+" in marks)
        assert ("#" in marks) == (position.status.verdict.value == "checkmate")
    if "pieces_after" in case:
        assert set(position.text().split()[-1].split("|")) == set(case["pieces_after"].split("|"))
        assert position.move_rule is not None
        assert position.move_rule.count == case["half_moves"]
        assert (None if position.en_passant is None else str(position.en_passant)) == case["en_passant"]
