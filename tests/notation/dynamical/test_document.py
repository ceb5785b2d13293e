"""The blocks of both editions: written to the byte, and read to the equal game."""

import random
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

import hyperchess as hc
from hyperchess.game import Game
from hyperchess.multiverse import Move, Position

CORPUS = Path(__file__).parents[2] / "corpus"
FIRST = ("algebraic", "topological")
SECOND = ("algebraic", "topological", "stored")
WITH_START = '[Board "Simple - No Queens"]\n'


def block(name: str) -> str:
    return (CORPUS / "dynamical" / f"{name}.txt").read_bytes().decode("utf-8")


@cache
def whole_game() -> Game[Position, Move]:
    return hc.expect(hc.read(CORPUS / "good" / "teln0-shad.5dpgn"), hc.MULTIVERSE)


@cache
def document_game(headers: str = "") -> Game[Position, Move]:
    """The game as the document has it: without headers, and without the last turn."""
    text = (CORPUS / "good" / "teln0-shad.5dpgn").read_text(encoding="utf-8")
    moves = text[text.index("1. ") : text.index("24. ")]
    return hc.expect(hc.parse(headers + moves), hc.MULTIVERSE)


def tree(game: Game[Position, Move]) -> list[list[tuple[str, str, Move | None]]]:
    return [[(move.text, move.evaluation, move.move) for move in node.moves] for node in game.main_line]


@pytest.mark.parametrize("start", ["", WITH_START], ids=["unresolved", "resolved"])
def test_the_algebraic_block_is_written_to_the_byte(start: str) -> None:
    game = document_game(start)
    assert game.end.is_resolved == bool(start)
    assert hc.write(game, "dynamical", headers="none") == block("first-algebraic").replace(" \n", " ")


@pytest.mark.parametrize("start", ["", WITH_START], ids=["unresolved", "resolved"])
def test_the_topological_block_is_written_to_the_byte(start: str) -> None:
    *rows, last = block("first-topological").splitlines(keepends=True)
    expected = "".join(rows) + last.rstrip("\n") + "   \n"  # the document lost three blanks
    written = hc.write(document_game(start), "dynamical", presentation="topological", headers="none")
    assert written == expected


def test_no_header_is_written_that_nobody_needs() -> None:
    assert hc.write(document_game(), "dynamical").startswith("<0T1>1[Nd3] ")
    with_start = hc.write(document_game(WITH_START), "dynamical")
    assert with_start.startswith(WITH_START + "\n<0T1>1[Nd3] ")


@pytest.mark.parametrize("presentation", SECOND)
def test_the_second_edition_is_written_to_the_byte(presentation: str) -> None:
    written = hc.write(whole_game(), "dynamical-2", presentation=presentation)
    assert written == block(f"second-{presentation}")


@pytest.mark.parametrize("width", [None, 40, 100])
def test_lines_are_broken_where_asked(width: int | None) -> None:
    written = hc.write(document_game(), "dynamical", width=width)
    assert written.split() == block("first-algebraic").split()
    assert width is None or max(map(len, written.splitlines())) <= width


@pytest.mark.parametrize("presentation", FIRST)
@pytest.mark.parametrize("start", ["", WITH_START], ids=["unresolved", "resolved"])
def test_either_block_alone_is_read_to_the_equal_game(presentation: str, start: str) -> None:
    game = hc.expect(hc.parse(start + block(f"first-{presentation}")), hc.MULTIVERSE)
    assert game.notation == "dynamical"
    assert tree(game) == tree(document_game(start))
    assert game.start == document_game(start).start


@pytest.mark.parametrize("presentation", SECOND)
def test_either_block_of_the_second_edition_is_read_to_the_equal_game(presentation: str) -> None:
    game = hc.expect(hc.parse(block(f"second-{presentation}")), hc.MULTIVERSE)
    assert game.notation == "dynamical-2"
    assert tree(game) == tree(whole_game())
    assert game.headers == whole_game().headers


def test_the_two_impossible_moves_are_reported_in_their_cells() -> None:
    for presentation in FIRST:
        game = hc.parse(WITH_START + block(f"first-{presentation}"))
        errors = [problem for problem in game.problems if problem.code == "illegal-move"]
        found = {problem.source.text[slice(*problem.span)] for problem in errors}
        assert found == {"Ba4+", "Bg2"}
        assert {problem.fix.text for problem in errors if problem.fix} == {"(1T13)Bxb4+", "(0T14)Bg6"}


def shuffled(text: str, split: Callable[[str], list[str]], seed: int) -> str:
    cells = split(text)
    random.Random(seed).shuffle(cells)
    return "\n".join(cells)


@pytest.mark.parametrize("seed", range(3))
def test_cells_may_stand_in_any_order(seed: int) -> None:
    listed = shuffled(block("first-algebraic"), str.split, seed)
    assert tree(hc.expect(hc.parse(listed), hc.MULTIVERSE)) == tree(document_game())
    mapped = shuffled(block("first-topological").replace(" / ", " "), str.split, seed)
    assert tree(hc.expect(hc.parse(mapped), hc.MULTIVERSE)) == tree(document_game())


def test_both_blocks_in_one_text_tell_one_game() -> None:
    game = hc.expect(hc.parse(block("first-topological") + block("first-algebraic")), hc.MULTIVERSE)
    assert tree(game) == tree(document_game())


def test_every_presentation_leads_to_every_other() -> None:
    for name in ("first-algebraic", "first-topological"):
        game = hc.parse(block(name))
        assert hc.write(game, "dynamical").split() == block("first-algebraic").split()
    for name in SECOND:
        game = hc.parse(block(f"second-{name}"))
        for presentation in SECOND:
            written = hc.write(game, "dynamical-2", presentation=presentation)
            assert written == block(f"second-{presentation}")
