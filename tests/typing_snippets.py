"""Snippets as users write them, with the types that mypy and pyright find in strict mode.

`assert_type` fails in a checker if the type is another one, and so also if it is `Any`. The functions also
run as tests, so the types are true.
"""

# pyright: strict
from __future__ import annotations

from collections.abc import Iterator
from typing import assert_type

import hyperchess as hc
from hyperchess import infinite, multiverse
from hyperchess.game import InfiniteGame, InfiniteNode, MultiverseGame, MultiverseNode
from hyperchess.rulesets import InfiniteRuleset, MultiverseRuleset

MOVES = "1. e3 / f6 2. Qe2 / Nc6"
PLANE = "w (8|1) P4,2+|K5,1|k3,9|p4,7+ 4,2>4,4|4,7>4,5"


def games_that_are_read() -> None:
    assert_type(hc.parse(MOVES), MultiverseGame | InfiniteGame)
    assert_type(hc.parse(MOVES, game=hc.MULTIVERSE), MultiverseGame)
    assert_type(hc.parse(PLANE, game=hc.INFINITE), InfiniteGame)
    assert_type(hc.parse("1. e3", start=multiverse.start("Standard")), MultiverseGame)
    assert_type(hc.parse("4,2>4,4", start=infinite.start("Classical")), InfiniteGame)
    assert_type(hc.parse("1. e3", start="Standard"), MultiverseGame | InfiniteGame)
    assert_type(hc.parse_all(MOVES), list[MultiverseGame | InfiniteGame])
    assert_type(hc.parse_all(MOVES, game=hc.MULTIVERSE), list[MultiverseGame])
    assert_type(hc.parse_all(PLANE, "icn", game=hc.INFINITE, strict=True), list[InfiniteGame])
    assert_type(hc.expect(hc.parse(MOVES), hc.MULTIVERSE), MultiverseGame)
    assert_type(hc.expect(hc.parse(PLANE), hc.INFINITE), InfiniteGame)


def games_that_are_made() -> None:
    assert_type(hc.Game(multiverse.start("Standard")), MultiverseGame)
    assert_type(hc.Game(infinite.start("Classical"), {"White": "Ada"}), InfiniteGame)
    game = hc.Game(multiverse.start("Standard"))
    assert_type(game.root, MultiverseNode)
    assert_type(game.root.add("e3"), MultiverseNode)
    assert_type(game.root.children, list[MultiverseNode])
    assert_type(game.main_line, list[MultiverseNode])
    assert_type(game.final, multiverse.Position)
    assert_type(game.end.action, hc.Action[multiverse.Move] | None)
    assert_type(game.walk(), Iterator[MultiverseNode])


def nodes() -> None:
    node = hc.parse(PLANE, game=hc.INFINITE).main_line[0]
    assert_type(node, InfiniteNode)
    assert_type(node.position, infinite.Position)
    assert_type(node.parent, InfiniteNode | None)
    assert_type(node.moves, tuple[hc.WrittenMove[infinite.Move], ...])
    assert_type(node.comment, str)
    assert_type(node.nags, frozenset[int])
    assert_type(node.clock, hc.Clock | None)
    assert_type(node.score, hc.EvalComment | None)
    assert_type(node.rank, int)
    node.comment, node.nags, node.clock = "Best by test.", {1, 14}, hc.Clock(90)


def positions_of_5d_chess() -> None:
    position = multiverse.start("Standard")
    assert_type(position.play("e3"), multiverse.Position)
    assert_type(position.read("e3"), hc.Action[multiverse.Move])
    assert_type(next(position.actions()), hc.Action[multiverse.Move])
    assert_type(position.find_action(), hc.Action[multiverse.Move] | None)
    assert_type(position.moves()[0], multiverse.Move)
    assert_type(position.moves()[0].source, multiverse.Square)
    assert_type(position.piece("(0T1)e2"), multiverse.Piece | None)
    assert_type(position.pieces(), dict[multiverse.Square, multiverse.Piece])
    assert_type(position.checks(), tuple[multiverse.Check[multiverse.Square], ...])
    assert_type(position.previous, multiverse.Position | None)
    assert_type(position.player, multiverse.Color)
    assert_type(position.status, hc.Status)
    assert_type(position.in_check, bool)
    assert_type(position.count_actions(5), int)


def positions_of_infinite_chess() -> None:
    position = infinite.start("Classical")
    assert_type(position.play("4,2>4,4"), infinite.Position)
    assert_type(position.read("4,2>4,4"), hc.Action[infinite.Move])
    assert_type(next(position.actions()), hc.Action[infinite.Move])
    assert_type(next(iter(position.moves())), infinite.Move)
    assert_type(next(iter(position.moves())).target, infinite.Square)
    assert_type(position.piece((4, 2)), infinite.Piece | None)
    assert_type(position.checks(), tuple[infinite.Check[infinite.Square], ...])
    assert_type(position.player, infinite.Color)
    assert_type(position.players, tuple[infinite.Color, ...])
    assert_type(position.status.is_over, bool)


def rulesets() -> None:
    assert_type(hc.ruleset_of(multiverse.start("Standard")), MultiverseRuleset)
    assert_type(hc.ruleset_of(infinite.start("Classical")), InfiniteRuleset)
    assert_type(hc.MULTIVERSE.start("Standard"), multiverse.Position)
    assert_type(hc.INFINITE.parse("w K5,1|k3,9"), infinite.Position)
    assert_type(hc.MULTIVERSE.expect(hc.parse(MOVES).final), multiverse.Position)


def code_for_both_games() -> None:
    game = hc.parse(MOVES)
    assert_type(game.final, multiverse.Position | infinite.Position)
    position = game.final
    if isinstance(position, multiverse.Position):
        assert_type(position.fen(), str)
    else:
        assert_type(position.full_move, int)
    for node in game.main_line:
        assert_type(node.text(), str)
        assert_type(node.evaluation, str)
    assert_type(count(game), int)


def count(game: hc.AnyGame) -> int:
    return sum(1 for _ in game.walk())


def engines() -> None:
    position = multiverse.start("Standard")
    assert_type(hc.write(hc.parse(MOVES), "raw"), str)
    assert_type(hc.convert(MOVES, "raw").text, str)
    assert_type(hc.solve(position, 1, hc.Budget(rounds=10)).mate_in, int | None)
    assert_type([each.name for each in hc.MULTIVERSE.variants()], list[str])
    assert_type(position.status.verdict, hc.Verdict)
