"""Every public function answers a bad argument with a `HyperchessError`."""

import inspect
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from hyperchess import infinite
from hyperchess.errors import HyperchessError, InvalidArgument, UnknownPiece
from hyperchess.infinite import (
    Move,
    Moves,
    Position,
    Ray,
    Square,
    Variant,
    find_variant,
    parse_move,
    parse_setup,
    parse_square,
    piece,
    read_setup,
    start,
)
from hyperchess.text import Source

CLASSICAL = start("Classical")
HERE = Square(4, 2)

Bad = Iterable[tuple[Any, ...]]
NO_TEXT: Bad = ((None,), (5,), (b"K0,0",), ([],), ({},))
NO_MOVE: tuple[tuple[Any], ...] = (
    (None,),
    (5,),
    ([],),
    ((HERE, Square(4, 4)),),
    (Move(None, None),),  # type: ignore[arg-type]
    (Move([], HERE),),  # type: ignore[arg-type]
    (Move(HERE, "4,4"),),  # type: ignore[arg-type]
    (Move(HERE, Square("4", 4)),),  # type: ignore[arg-type]
    (Move(HERE, Square(4, 4.0)),),  # type: ignore[arg-type]
    (Move(HERE, Square(4, 4), "Q"),),  # type: ignore[arg-type]
    (Move(HERE, Square(4, 5)),),
    ("",),
    ("zz",),
    ("4,2>4,5",),
)
NO_WINDOW: Bad = (
    (None, 1, 1, 1),
    (1, "x", 1, 1),
    (1, 1, 1.5, 1),
    (1, 1, 1, []),
    (1, 1, 1, float("inf")),
)
NO_ACTION: Bad = (
    (None,),
    (5,),
    ([],),
    ((),),
    ("4,2>4,4",),
    ((None,),),
    (("4,2>4,4",),),
    (parse_move("4,2>4,4"),),
)

NO_PLAY: Bad = (
    *((bad,) for (bad,) in NO_ACTION if not isinstance(bad, (str, Move))),
    ("",),
    ("zz",),
    (HERE,),
)
NO_COUNT: Bad = ((-1,), (1.5,), ("x",), (True,))

POSITION: dict[str, Bad] = {
    "of": ((None,), ("K0,0",), (CLASSICAL,)),
    "parse": (*NO_TEXT, ("",), ("zz",), ("K0,0", 5)),
    "with_settings": ((None,), ("koth",)),
    "fault": NO_PLAY,
    "is_legal": NO_PLAY,
    "san": NO_PLAY,
    "lan": NO_PLAY,
    "gives_check": NO_PLAY,
    "with_piece": ((None, None), ("e4", None), ("4,4", "Q")),
    "attackers": ((None, None), ("4,4", 0), ("foo", CLASSICAL.player)),
    "same_as": ((None,), ("x",), (5,)),
    "is_capture": NO_PLAY,
    "line_text": ((None,), (5,), ([None],), (["zz"],)),
    "actions": NO_COUNT,
    "count_actions": (*NO_COUNT, (5, 5), (None, "x")),
    "find_action": ((5,), ("x",)),
    "find": NO_MOVE,
    "piece": ((None,), (5,), ("e4",)),
    "read": ((None,), (5,), ("",)),
    "play": NO_MOVE,
    "play_legal": (*NO_ACTION, *(((bad,),) for (bad,) in NO_MOVE)),
    "canonical": NO_ACTION,
    "find_status": ((5,), ("x",), ([],), (0.5,)),
}
MOVES: dict[str, Bad] = {
    "of": ((None,), (5,), ("zz",), (CLASSICAL,)),
    "total": ((5,), ("x",)),
    "count": NO_WINDOW,
    "within": NO_WINDOW,
    "near": ((None,), ("x",), (1.5,), (True,)),
    "exist_within": ((5,), ("x",)),
}
FUNCTIONS: dict[str, tuple[Callable[..., object], Bad]] = {
    "find_variant": (find_variant, (*NO_TEXT, ("no such",), ("x" * 100_000,))),
    "start": (start, (*NO_TEXT, ("no such",))),
    "start on": (lambda bad: start("Classical", on=bad), (("x",), (5,), ([],))),
    "position_on": (find_variant("Classical").position_on, ((None,), ("x",), (5,))),
    "parse_move": (parse_move, (*NO_TEXT, ("",), ("zz",))),
    "parse_setup": (parse_setup, (*NO_TEXT, ("",), ("zz",), ("K0,0", 5))),
    "parse_square": (parse_square, (*NO_TEXT, ("",), ("1",), ("1,x",))),
    "read_setup": (read_setup, ((None,), ("K0,0",), (Source(None),))),  # type: ignore[arg-type]
    "piece": (piece, (*NO_TEXT, ("",), ("Am",), ("x" * 100_000,))),
    "ray": (Ray(HERE, (0, 1), 1, None).count, NO_WINDOW),
    "ray within": (Ray(HERE, (0, 1), 1, None).within, NO_WINDOW),
    "ray steps": (Ray(HERE, (0, 1), 1, None).steps_within, NO_WINDOW),
}


@pytest.mark.parametrize(("name", "bad"), [(name, bad) for name, table in POSITION.items() for bad in table])
def test_methods_of_a_position(name: str, bad: tuple[Any, ...]) -> None:
    with pytest.raises(HyperchessError):
        getattr(CLASSICAL, name)(*bad)


@pytest.mark.parametrize(("name", "bad"), [(name, bad) for name, table in MOVES.items() for bad in table])
def test_methods_of_moves(name: str, bad: tuple[Any, ...]) -> None:
    with pytest.raises(HyperchessError):
        getattr(CLASSICAL.moves(), name)(*bad)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions(name: str) -> None:
    function, table = FUNCTIONS[name]
    for bad in table:
        with pytest.raises(HyperchessError):
            function(*bad)


def test_what_is_no_move_is_not_among_the_moves() -> None:
    for bad in (Move(HERE, Square(4, 5)), "4,2>4,5"):
        assert bad not in CLASSICAL.moves()
    for (bad,) in NO_MOVE[:-3]:
        if bad != Move(HERE, Square(4, 5)):
            with pytest.raises(HyperchessError):
                assert bad in CLASSICAL.moves()


def test_no_public_method_or_function_is_left_out() -> None:
    # no argument, or any value is a yes or no
    safe = {"text", "moves", "checks", "pieces", "outcome", "problems", "keys"}
    assert public_methods(Position) == set(POSITION) | safe
    assert public_methods(Moves) == set(MOVES) | {"outwards"}
    assert public_methods(Variant) == {"position_on"}
    functions = {name for name in infinite.__all__ if inspect.isfunction(getattr(infinite, name))}
    assert functions - {"variants"} <= set(FUNCTIONS)


def public_methods(kind: type) -> set[str]:
    return {name for name, _ in inspect.getmembers(kind, inspect.isfunction) if not name.startswith("_")}


def test_messages_name_the_argument() -> None:
    calls: list[tuple[Callable[[], object], str]] = [
        (lambda: Position.parse(None), "text: expected a string, found None"),  # type: ignore[arg-type]
        (
            lambda: CLASSICAL.play(None),  # type: ignore[arg-type]
            "action: expected a move, its text, or an action of one move, found None",
        ),
        (lambda: CLASSICAL.moves().near(1.5), "margin: expected an integer, found 1.5"),  # type: ignore[arg-type]
        (lambda: start(None), "name: expected a string, found None"),  # type: ignore[arg-type]
    ]
    for call, message in calls:
        with pytest.raises(InvalidArgument) as caught:
            call()
        assert str(caught.value) == message
    with pytest.raises(UnknownPiece) as unknown:
        piece("Am")
    assert unknown.value.suggestions == ("AM", "am")
