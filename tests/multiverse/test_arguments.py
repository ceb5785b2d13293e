"""Every public function answers a bad argument with a `HyperchessError`, under both kernels."""

import inspect
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import pytest

from hyperchess import multiverse, ruleset
from hyperchess.errors import BudgetExhausted, HyperchessError, InvalidArgument
from hyperchess.multiverse import (
    Board,
    Budget,
    HalfTurn,
    Move,
    MovePattern,
    Position,
    Timeline,
    Variant,
    custom_start,
    find_variant,
    standard_order,
    start,
)
from hyperchess.multiverse.board_pattern import BoardPattern
from hyperchess.multiverse.position import MAX_PERFT_DEPTH
from hyperchess.multiverse.rules import Rules
from tests.multiverse.differential import NATIVE, REFERENCE

RULES = {rules.name: rules for rules in (NATIVE, REFERENCE)}
FEN = "[2k/3/K2:0:1:w]"
AT = start("Standard").boards[0].at
MOVE = start("Standard").moves()[0]

Bad = Iterable[tuple[Any, ...]]
NO_TEXT: Bad = ((None,), (5,), (b"e4",), ([],), ({},))
NO_COUNT: Bad = ((-1,), (1.5,), ("x",), (True,), ([],), (float("nan"),))
NO_BUDGET: tuple[object, ...] = (5, "x", 0.5, [], {})
NO_MOVE: Bad = (
    (None,),
    (5,),
    ("e4",),
    ((MOVE.source, MOVE.target, ""),),
    (Move(None, None),),  # type: ignore[arg-type]
    (MOVE._replace(promotion=None),),  # type: ignore[arg-type]
    (MOVE._replace(promotion=5),),  # type: ignore[arg-type]
    (MOVE._replace(target=MOVE.target._replace(rank=1.5)),),  # type: ignore[arg-type]
    (MOVE._replace(source=MOVE.source._replace(timeline=0)),),  # type: ignore[arg-type]
    (MOVE._replace(source=MOVE.source._replace(color="w")),),  # type: ignore[arg-type]
    (MOVE._replace(source=MOVE.source._replace(turn=None)),),  # type: ignore[arg-type]
)
NO_ACTION: Bad = ((None,), (5,), (5.5,), ([None],), (["e4"],), ([5],), ((MOVE, None),))
NO_PATTERN: Bad = (
    (None,),
    ("e4",),
    (MOVE,),
    (MovePattern(turn="x"),),  # type: ignore[arg-type]
    (MovePattern(rank=1.5),),  # type: ignore[arg-type]
    (MovePattern(timeline=0),),  # type: ignore[arg-type]
    (MovePattern(piece=5),),  # type: ignore[arg-type]
    (MovePattern(kind="x"),),  # type: ignore[arg-type]
)

METHODS: dict[str, Bad] = {
    "find_timeline": ((None,), (0,), ("0",)),
    "board": ((None,), ("(0T1w)",), (tuple(AT),), (AT._replace(timeline=0),)),  # type: ignore[arg-type]
    "match": NO_PATTERN,
    "keys": ((5,), (FEN,), (MOVE,)),
    "piece": (
        (None,),
        ("e4",),
        (MOVE,),
        (MOVE.source._replace(timeline=0),),  # type: ignore[arg-type]
        (MOVE.source._replace(rank="1"),),  # type: ignore[arg-type]
    ),
    "line_table": ((None,), ("e4",), ([],), (b"\2",), (b"\2\xff",), (b"\4\0\0\2\0\0",)),
    "replay": ((None,), ("e4",), (b"\2",), (b"\2\0\0\2\x80",), *((b"", bad) for (bad,) in NO_COUNT)),
    "find_boards": (
        *((bad, BoardPattern(8, 8, ())) for bad in (None, "e4", b"\2", b"\2\0\0\2\x80")),
        *((b"", bad) for bad in (None, "Q", (8, 8, ()), BoardPattern(0, 8, ()), BoardPattern(8, "8", ()))),  # type: ignore[arg-type]
        *((b"", BoardPattern(8, 8, bad)) for bad in (((64, frozenset("Q")),), ((-1, frozenset()),), (5,))),  # type: ignore[arg-type]
        *((b"", BoardPattern(8, 8, ()), bad) for (bad,) in NO_COUNT),
    ),
    "move": (*(bad for bad in NO_MOVE if bad != ("e4",)), ("",), ("Zz9",), ("e4 d4",)),
    "read": (*NO_TEXT, ("Zz9",), ("e4 (",)),
    "play": (*NO_ACTION, *(((bad,),) for (bad,) in NO_MOVE), ("",), ("zz",), ([],)),
    "play_legal": (*NO_ACTION, *(((bad,),) for (bad,) in NO_MOVE)),
    "canonical": NO_ACTION,
    "is_legal": NO_ACTION,
    "fault": NO_ACTION,
    "san": NO_ACTION,
    "lan": NO_ACTION,
    "gives_check": NO_ACTION,
    "line_text": ((None,), (5,), ([None],), ("foo",), (["e4", "e4"],)),
    "pieces": (),
    "with_piece": ((None, None), ("e4", None), ("(5T9)e4", None), ("(0T1)e4", "Q")),
    "attackers": ((None, None), ("(0T1)e4", 0), ("foo", AT.color)),
    "same_as": ((None,), ("x",), (5,)),
    "is_capture": (*(bad for bad in NO_MOVE if bad != ("e4",)), ("",), ("Zz9",), ("e4 d4",)),
    "actions": (*NO_COUNT, *((None, bad) for bad in NO_BUDGET)),
    "count_actions": (*NO_COUNT, *((None, bad) for bad in NO_BUDGET)),
    "find_action": tuple((bad,) for bad in NO_BUDGET),
    "find_status": tuple((bad,) for bad in NO_BUDGET),
    "perft": (*NO_COUNT, (None,), *((1, bad) for bad in NO_BUDGET)),
    "undo": ((),),
    "submit": ((),),
}
FUNCTIONS: tuple[tuple[Callable[..., object], Bad], ...] = (
    (Position.of_fen, (*NO_TEXT, ("",), ("[",))),
    (Position.of_boards, ((None,), (5,), (FEN,), ([None],), ([],))),
    (lambda bad: Position.of_fen(FEN, promotions=bad), ((5,), ([5],), ([[]],), ("P",), ([None],))),
    (lambda bad: Position.of_fen(FEN, initial=bad), ((5,), ([0],), ("0",), ([None],), ([[]],))),
    (start, (*NO_TEXT, ("no such",))),
    (find_variant, (*NO_TEXT, ("no such",), ("x" * 100_000,))),
    (custom_start, (*NO_TEXT, ("",))),
    (lambda bad: custom_start(FEN, size=bad), ((5,), ((3, 3),), ("3",), ("9x9",))),
    (lambda bad: custom_start(FEN, promotions=bad), ((5,), (["Q"],), ("XX",))),
    (lambda bad: custom_start(FEN, timeline=bad), ((5,), (True,), ("both",))),
    (lambda bad: custom_start(FEN, initial_multiverses=bad), ((0,), ([0],), ("x",))),
    (standard_order, ((None, ()), (start("Standard"), None), (start("Standard"), ["e4"]), ("e4", ()))),
    (Timeline.parse, (*NO_TEXT, ("x",), ("",), ("9" * 5_000,))),
    (Timeline.of, ((None,), ("x",), (0.5,), ([],))),
    (lambda bad: Timeline.of_row(bad, even=False), ((None,), ("x",), (0.5,), ([],))),
    (HalfTurn.of_ordinal, ((None,), ("x",), (0.5,), ([],))),
    (
        Board.of_pieces,
        (
            (None, 3, 3, {}),
            (AT, 0, 3, {}),
            (AT, 3, 100, {}),
            (AT, 10**30, 3, {}),
            (AT, 3, 3, None),
            (AT, 3, 3, {(3, 0): None}),
            (AT, 3, 3, {"a1": None}),
            (AT, 3, 3, {(0, 0): "K"}),
        ),
    ),
    (
        Position.of_fen(FEN).boards[0].__getitem__,
        ((None,), (0,), ((3, 0),), ((0, -1),), ("a1",), ((0, 0, 0),)),
    ),
)
CASES = [(name, bad) for name, table in METHODS.items() for bad in table]


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
@pytest.mark.parametrize(("name", "bad"), CASES)
def test_methods_of_a_position(name: str, bad: tuple[Any, ...], rules: Rules) -> None:
    position = replace(start("Standard"), rules=rules)
    with pytest.raises(HyperchessError):
        getattr(position, name)(*bad)


@pytest.mark.parametrize("number", range(len(FUNCTIONS)))
def test_functions(number: int) -> None:
    function, table = FUNCTIONS[number]
    for bad in table:
        with pytest.raises(HyperchessError):
            function(*bad)


def test_no_public_method_or_function_is_left_out() -> None:
    asked = set(METHODS) | {"of_fen", "of_boards"}
    # no argument, or any value is a yes or no
    safe = {"fen", "hash", "moves", "checks", "submit_unchecked", "outcome", "problems", "text"}
    public = {
        name for name, _ in inspect.getmembers(Position, inspect.isfunction) if not name.startswith("_")
    }
    assert public == asked | safe
    functions = {name for name in multiverse.__all__ if inspect.isfunction(getattr(multiverse, name))}
    assert functions - {"variants"} == {"custom_start", "find_variant", "standard_order", "start"}
    assert Variant("x", start("Standard")).size == "8x8"


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_messages_name_the_argument(rules: Rules) -> None:
    position = replace(start("Standard"), rules=rules)
    calls: list[tuple[Callable[[], object], str]] = [
        (lambda: position.actions(-1), "limit: expected an integer of at least 0, found -1"),
        (lambda: position.perft(1.5), "depth: expected an integer of at least 0, found 1.5"),  # type: ignore[arg-type]
        (lambda: position.play(None), "action: expected moves, or their text, found None"),  # type: ignore[arg-type]
        (lambda: position.read(5), "text: expected a string, found 5"),  # type: ignore[arg-type]
        (lambda: Position.of_fen(None), "fen: expected a string, found None"),  # type: ignore[arg-type]
        (lambda: start(None), "name: expected a string, found None"),  # type: ignore[arg-type]
        (lambda: position.move(None), "move: expected a value of type Move, found None"),  # type: ignore[arg-type]
        (
            lambda: position.match(MovePattern(kind="x")),  # type: ignore[arg-type]
            "pattern.kind: expected a value of type MoveKind or None, found 'x'",
        ),
    ]
    for call, message in calls:
        with pytest.raises(InvalidArgument) as caught:
            call()
        assert str(caught.value) == message


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_perft_of_any_depth_ends(rules: Rules) -> None:
    position = replace(start("Standard"), rules=rules)
    assert position.perft(0) == 1
    for depth in (MAX_PERFT_DEPTH + 1, 10**5, 10**30):
        with pytest.raises(BudgetExhausted, match="too many to count"):
            position.perft(depth)
    with pytest.raises(BudgetExhausted, match="after 500 rounds"):
        position.perft(MAX_PERFT_DEPTH, Budget(rounds=500))
    mate = replace(custom_start("[Rk/RK:0:1:b]"), rules=rules)
    assert mate.perft(MAX_PERFT_DEPTH, Budget(rounds=1_000_000)) >= 0


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_limits_beyond_any_number_of_actions(rules: Rules) -> None:
    position = replace(start("Standard"), rules=rules)
    assert len(list(position.actions(10**30, Budget(rounds=10**30, seconds=1e300)))) == 20
    assert position.count_actions(10**30) == 20
    assert list(position.actions(0)) == []
    assert isinstance(position.find_action(), ruleset.Action)
