"""The one loop that applies fixes."""

import pytest

from hyperchess.analysis.fixing import fix_text
from hyperchess.game import AnyGame
from hyperchess.notation.reading import parse_all

WRONG = '[Board "Standard"] 1. e4 / e5 2. exd4 / Nc6 3. Nf3'
RIGHT = '[Board "Standard"] 1. e4 / e5 2. d4 / Nc6 3. Nf3'


def test_a_text_without_problems_is_read_once_and_stays() -> None:
    texts: list[str] = []

    def read(text: str) -> list[AnyGame]:
        texts.append(text)
        return parse_all(text)

    fixed = fix_text(RIGHT, read)
    assert (fixed.text, fixed.applied, len(fixed.games), texts) == (RIGHT, 0, 1, [RIGHT])
    assert fix_text(RIGHT, read, games=fixed.games).text == RIGHT
    assert len(texts) == 1


def test_a_fixed_text_is_read_again() -> None:
    fixed = fix_text(WRONG, parse_all)
    assert (fixed.text, fixed.applied) == (RIGHT, 1)
    assert fixed.games[0].problems == ()


def test_fixes_that_never_end_are_given_up() -> None:
    """A reader that finds the same fault in everything it is given."""
    (wrong,) = parse_all(WRONG)
    (problem,) = wrong.problems
    count = 0

    def read(text: str) -> list[AnyGame]:
        nonlocal count
        count += 1
        (game,) = parse_all(WRONG)
        moved = type(problem.source)(text, problem.source.name)
        game.problems = (type(problem)(moved, problem.span, problem.code, "again", fix=problem.fix),)
        return [game]

    fix_text(WRONG * 2, read)
    assert count < 20


@pytest.mark.parametrize(
    ("moves", "fixed"),
    [
        ("1. e4 / e5 2. Nf6 / Nc6 3. Bb5", "1. e4 / e5 2. Nf3 / Nc6 3. Bb5"),
        ("1. e4 / e5 2. exd4 / Nc6 3. Nf3", "1. e4 / e5 2. d4 / Nc6 3. Nf3"),
        ("1. e4 / e5 2. Nf3 / Nc6 3. Bb5 / a6 4. 0-0-0 / Nf6", None),  # refused castling
        ("1. e4 / e5 2. Ng3 / Nc6 3. Bb5", None),  # Nf3 and Nh3
    ],
)
def test_a_move_is_replaced_only_by_one_that_is_sure(moves: str, fixed: str | None) -> None:
    text = f'[Board "Standard"]\n{moves}'
    found = fix_text(text, parse_all)
    assert found.text == (text if fixed is None else f'[Board "Standard"]\n{fixed}')
    # A castling that is refused is not read as a step of the king.
    hints = [p.hint.startswith("read as ") for p in found.games[0].problems]
    assert hints == [] if fixed is not None else hints == ["0-0-0" not in moves]
