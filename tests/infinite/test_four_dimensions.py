"""Four dimensions on one plane, against a generator that knows only the plane: steps, voids and the border.

It works as the players' site does: a step is a number of boards and of squares, taken together as one
vector of the plane; voids stop what leaves a board; only a knight could leap over them, so its boards are
counted.
"""

import random
from collections.abc import Iterator
from itertools import product

import pytest

import hyperchess as hc
from hyperchess import infinite
from hyperchess.errors import ParseError
from hyperchess.infinite import Color, Move, Piece, Position, Square
from tests import nightly

SMALL, LARGE = infinite.start("4x4x4x4"), infinite.start("5D Chess")
Pieces = dict[Square, Piece]
Vector = tuple[int, int, int, int]


def vectors(reach: int, *lengths: int) -> list[Vector]:
    """Boards across, boards up, squares across, squares up."""
    numbers = range(-reach, reach + 1)
    found = product(numbers, numbers, numbers, numbers)
    return [vector for vector in found if sum(part * part for part in vector) in lengths]


def pseudo_legal(position: Position, pieces: Pieces, start: Square, piece: Piece) -> Iterator[Square]:
    boards = position.settings.dimensions
    assert boards is not None
    spacing = boards.side + 1
    assert position.settings.border is not None
    edge = position.settings.border
    together = (1, 2, 3, 4) if boards.strong_kings else (1, 2)

    def state(square: Square) -> str:
        other = pieces.get(square)
        if other is None:
            return "empty" if edge.contains(*square) else "blocked"
        return "blocked" if other.kind.code == "vo" or other.color is piece.color else "taken"

    def away(vector: Vector, times: int = 1) -> Square:
        across, up, x, y = vector
        return Square(start.x + times * (spacing * across + x), start.y + times * (spacing * up + y))

    code = piece.kind.code
    if code in "rbq":
        lengths = {"r": (1,), "b": (2,), "q": together}[code]
        for vector in vectors(1, *lengths):
            for times in range(1, 100):
                target = away(vector, times)
                if state(target) == "blocked":
                    break
                yield target
                if state(target) == "taken":
                    break
    elif code in "kn":
        for vector in vectors(1, *together) if code == "k" else vectors(2, 5):
            target = away(vector)
            across = target.x // spacing - start.x // spacing, target.y // spacing - start.y // spacing
            if state(target) != "blocked" and (code == "k" or across == vector[:2]):
                yield target
    elif code == "p":
        way = piece.color.forward
        for distance, other in ((1, spacing), (spacing, 1)):
            ahead = Square(start.x, start.y + way * distance)
            if state(ahead) == "empty":
                yield ahead
                further = Square(start.x, start.y + 2 * way * distance)
                if piece.special and state(further) == "empty":
                    yield further
            for side in (distance, other) if boards.strong_pawns else (distance,):
                for x in (start.x - side, start.x + side):
                    target = Square(x, ahead.y)
                    if state(target) == "taken" or (target == position.en_passant and _passer(position)):
                        yield target


def _passer(position: Position) -> Square | None:
    """The pawn that has just made a double step."""
    last = position.last
    return last.move.target if last is not None and last.piece.kind.is_pawn else None


def attacked(position: Position, pieces: Pieces, color: Color) -> bool:
    royals = {square for square, piece in pieces.items() if piece.kind.royal and piece.color is color}
    return any(
        target in royals
        for square, piece in pieces.items()
        if piece.color not in (color, Color.NEUTRAL)
        for target in pseudo_legal(position, pieces, square, piece)
    )


def legal(position: Position) -> set[str]:
    """All legal moves but castling, as text, promotions left out."""
    pieces = dict(position.pieces())
    found = set()
    for start, piece in pieces.items():
        if piece.color is not position.player:
            continue
        for target in pseudo_legal(position, pieces, start, piece):
            after = dict(pieces)
            after[target] = after.pop(start)
            passer = _passer(position)
            if piece.kind.is_pawn and target == position.en_passant and target.x != start.x and passer:
                after.pop(passer, None)
            if not position.is_guarded or not attacked(position, after, position.player):
                found.add(f"{start}>{target}")
    return found


def played(position: Position, seed: int, plies: int) -> Iterator[Position]:
    """The positions of a game in which moves forward and captures are likely."""
    chance = random.Random(seed)
    for _ in range(plies):
        yield position
        moves = list(position.moves().near(0))
        if not moves or position.status.is_over:
            return
        taking = [move for move in moves if move.target in position.pieces()]
        pawns = [move for move in moves if position.pieces()[move.source].kind.is_pawn]
        choice = chance.choice([moves, taking or moves, pawns or moves])
        position = position.play(chance.choice(choice))


def compare(position: Position) -> None:
    moves = list(position.moves().near(0))
    plain = [move for move in moves if not is_castling(position, move)]
    assert {f"{move.source}>{move.target}" for move in plain} == legal(position), position.text()
    assert all(move in position.moves() for move in moves)
    assert bool(position.checks()) == attacked(position, dict(position.pieces()), position.player)


def is_castling(position: Position, move: Move) -> bool:
    piece = position.pieces()[move.source]
    step = (abs(move.target.x - move.source.x), move.target.y - move.source.y)
    return piece.kind.royal and piece.special and step == (2, 0)


def test_the_starts_have_as_many_moves_as_on_the_site() -> None:
    assert SMALL.moves().count(0, 20, 0, 20) == 160
    assert LARGE.moves().count(0, 72, 0, 72) == 1_728
    assert SMALL.moves().is_finite
    for start in (SMALL, LARGE):
        assert start.status.verdict is infinite.Verdict.ONGOING
        assert Position.parse(start.text()) == start


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_random_games_agree_with_the_plane(seed: int) -> None:
    for ply, position in enumerate(played(SMALL, seed, 60)):
        if ply % 20 == 10:
            compare(position)


@pytest.mark.nightly
@pytest.mark.parametrize("seed", nightly.seeds("infinite moves"))
def test_more_random_games_agree_with_the_plane(seed: int) -> None:
    for ply, position in enumerate(played(SMALL, seed, 200)):
        if ply % 10 == seed % 10:
            compare(position)


def test_a_random_game_on_many_boards_agrees_with_the_plane() -> None:
    *_, last = played(LARGE, 1, 6)
    for position in (LARGE, last):
        found = {f"{move.source}>{move.target}" for move in position.moves().near(0)}
        assert found == legal(position)


BOARDS = (
    "0/100 (19|1) {fourDimensions: {columns: 4, rows: 4, side: 4, strongKings: false, strongPawns: true}}"
)


def list_moves(text: str, start: str) -> set[str]:
    position = Position.parse(text)
    return {str(move.target) for move in position.moves().near(20) if str(move.source) == start}


def test_boards_need_neither_voids_nor_a_border() -> None:
    rook = list_moves(f"w {BOARDS} R2,2|K19,19|k19,1", "2,2")
    assert rook == {"1,2", "3,2", "4,2", "2,1", "2,3", "2,4", "7,2", "12,2", "17,2", "2,7", "2,12", "2,17"}
    knight = list_moves(f"w {BOARDS} N4,4|K19,19|k19,1", "4,4")
    assert "6,5" not in knight and "6,3" not in knight  # two squares across would leave the board
    assert {"9,2", "14,3", "3,14", "14,9"} <= knight
    assert len(list_moves(f"w {BOARDS} K2,2|k19,19", "2,2")) == 6 + 13  # one dimension, two dimensions


def test_pawns_go_forward_on_their_board_and_to_the_next() -> None:
    text = f"w {BOARDS} P2,2+|K19,19|k19,1"
    assert list_moves(text, "2,2") == {"2,3", "2,4", "2,7", "2,12"}
    far = Position.parse(f"b {BOARDS} P3,7|p2,17+|K19,19|k19,1").play("2,17>2,7")
    assert str(far.en_passant) == "2,12"
    taken = Position.parse(f"b {BOARDS} P3,7|p2,17+|K19,19|k19,1").play("2,17>2,7").play("3,7>2,12")
    assert str(taken.last.captured.code if taken.last and taken.last.captured else None) == "p"
    assert Position.parse(far.text()).play("3,7>2,12") == taken
    near = Position.parse(f"b {BOARDS} P3,2|p2,4+|p2,8|K19,19|k19,1").play("2,4>2,2")
    assert "3,2>2,3" in near.moves()


def test_the_pawn_that_passed_is_taken_and_no_other() -> None:
    position = Position.parse(f"b {BOARDS} P3,7|p2,11|p2,17+|K19,19|k19,1").play("2,17>2,7")
    after = position.play("3,7>2,12")
    assert {str(square) for square, piece in after.pieces().items() if piece.kind.is_pawn} == {"2,11", "2,12"}


def test_checks_go_through_four_dimensions() -> None:
    assert Position.parse(f"b {BOARDS} Q6,6|K19,19|k1,1").checks()
    assert not Position.parse(f"b {BOARDS} Q7,7|K19,19|k1,1").checks()
    strong = BOARDS.replace("strongKings: false", "strongKings: true")
    assert Position.parse(f"b {strong} Q7,7|K19,19|k1,1").checks()
    check = Position.parse(f"b {BOARDS} R16,1|K19,19|k1,1")
    assert [str(each.royal) for each in check.checks()] == ["1,1"]
    assert "1,1>6,1" not in check.moves()
    assert "1,1>2,1" in check.moves()


def test_castling_stays_on_its_board() -> None:
    strong = "{fourDimensions: {columns: 8, rows: 8, side: 8, strongKings: true, strongPawns: false}}"
    position = Position.parse(f"w royalcapture {strong} K5,1+|R8,1+|K14,10+|R10,10+|R21,10+|k5,8")
    castled = {str(move) for move in position.moves().near(0) if is_castling(position, move)}
    assert castled == {"5,1>7,1", "14,10>12,10"}
    assert str(position.play("5,1>7,1").pieces()[Square(6, 1)].code) == "R"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "{fourDimensions: {columns: 4}} K1,1|k2,2",
            "fourDimensions has columns, rows and side from 2 to 100",
        ),
        ("{fourDimensions: 4} K1,1|k2,2", "fourDimensions has columns, rows and side from 2 to 100"),
        (
            f"{BOARDS.replace('side: 4', 'side: 1e9')} K1,1|k2,2",
            "fourDimensions has columns, rows and side from 2 to 100",
        ),
        (f"{BOARDS} K1,1|k5,2", "the piece on '5,2' is on none of the boards"),
        (f"{BOARDS} K1,1|k2,2|HU3,3", "a huygen has no moves in four dimensions"),
    ],
)
def test_what_makes_no_sense_is_an_error_at_its_place(text: str, message: str) -> None:
    with pytest.raises(ParseError, match=message):
        Position.parse(text)


def test_the_header_of_a_variant_says_how_its_pieces_move() -> None:
    pieces = SMALL.text().split(" ")[-1]
    variant = "\N{MULTIPLICATION SIGN}".join("4444")
    game = hc.parse(f'[Variant "{variant} Chess"]\n\nw 0/100 1 (19|1) 0,20,0,20 {pieces} 2,2>2,7')
    assert game.problems == ()
    assert game.start == SMALL
    named = hc.parse("[Variant: 5D Chess] 1. P1,2 > 1,4", "icn")
    assert named.start == LARGE
    assert [problem.code for problem in named.problems] == ["rules"]
    for name in ("icn", "icn-legacy", "icn-site", "icn-json"):
        assert hc.parse(hc.write(game, name), name).final == game.final
