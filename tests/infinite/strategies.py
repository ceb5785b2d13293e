"""Random values of infinite chess for property tests."""

import random

from hypothesis import strategies as st

from hyperchess.infinite import (
    KINDS,
    Border,
    Color,
    MoveRule,
    Piece,
    Position,
    Promotion,
    RuleSettings,
    Setup,
    Square,
    piece,
)
from hyperchess.infinite.pieces import PIECE_OF_TEXT
from hyperchess.infinite.settings import WIN_CONDITIONS

coordinates = st.integers(-9, 9) | st.integers(-(10**40), 10**40)
squares = st.builds(Square, coordinates, coordinates)
kinds = st.sampled_from([kind for kind in KINDS.values() if not kind.is_pawn and not kind.neutral])
all_pieces = st.sampled_from(sorted(PIECE_OF_TEXT)).map(piece)
two_player_pieces = st.sampled_from([text for text in sorted(PIECE_OF_TEXT) if not text[0].isdigit()]).map(
    piece
)
promotions = st.builds(
    lambda ranks, kinds: Promotion(tuple(sorted(ranks)), tuple(kinds)),
    st.sets(coordinates, min_size=1, max_size=3),
    st.lists(kinds, min_size=1, max_size=5, unique=True),
)
json_leaves = st.none() | st.booleans() | coordinates | st.floats(allow_nan=False) | st.text(max_size=8)
json_values = st.recursive(
    json_leaves,
    lambda inner: (
        st.lists(inner, max_size=3).map(tuple) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)
properties = st.dictionaries(st.text(max_size=6), json_values, max_size=3)
conditions = st.lists(st.sampled_from(WIN_CONDITIONS), min_size=1, max_size=3, unique=True).map(tuple)


@st.composite
def setups(draw: st.DrawFn) -> Setup:
    """Anything that a position text can say."""
    several = draw(st.booleans())
    if several:
        players = tuple(draw(st.lists(st.sampled_from(tuple(Color)[1:]), min_size=1, max_size=4)))
        if len(players) == 1:
            players = (players[0], players[0])
    else:
        players = draw(st.permutations([Color.WHITE, Color.BLACK]).map(tuple))
    sides = sorted(set(players))
    wins = {side: draw(conditions) for side in sides}
    settings = RuleSettings(
        promotions=draw(st.dictionaries(st.sampled_from(sides), promotions, max_size=len(sides))),
        wins={side: goal for side, goal in wins.items() if goal != ("checkmate",)},
        properties={
            key: value for key, value in draw(properties).items() if key not in ("slideLimit", "checksGiven")
        },
        annotations=tuple(
            draw(st.lists(st.sampled_from(["Squares:1,2|-3,4", "Rays:1,2>-1,-1"]), max_size=2))
        ),
    )
    return Setup(
        draw(st.dictionaries(squares, all_pieces, min_size=1, max_size=6)),
        players,
        draw(st.none() | squares),
        draw(st.none() | st.builds(MoveRule, st.integers(0, 200), st.integers(0, 200))),
        draw(st.integers(0, 10**6)),
        settings,
        draw(st.dictionaries(st.sampled_from(sides), st.integers(1, 3), max_size=2)),
    )


def fairy_position(seed: int) -> Position:
    """A small position with any pieces, close together, so that they check, pin and block each other."""
    chance = random.Random(seed)
    size = chance.choice((3, 4, 5, 6))
    free = [Square(x, y) for x in range(-size, size + 1) for y in range(-size, size + 1)]
    chance.shuffle(free)
    placed = {}
    royal_codes = chance.choice(
        (["k"], ["k"], ["k"], ["rq"], ["rc"], ["k", "rq"], ["k", "rc"], ["rq", "rq"], [])
    )
    for color in (Color.WHITE, Color.BLACK):
        for code in royal_codes:
            placed[free.pop()] = _piece(chance, code, color)
    codes = [code for code, kind in KINDS.items() if not kind.royal]
    if chance.random() < 0.4:
        codes = chance.sample(codes, 4)
    for _ in range(chance.randint(1, 14)):
        placed[free.pop()] = _piece(chance, chance.choice(codes), chance.choice((Color.WHITE, Color.BLACK)))
    players = chance.choice(((Color.WHITE, Color.BLACK), (Color.BLACK, Color.WHITE)))
    en_passant = None
    behind = players[0].forward
    for square, standing in placed.items():
        passed = Square(square.x, square.y + behind)
        if standing.kind.is_pawn and standing.color is players[1] and passed not in placed:
            en_passant = passed
    settings = RuleSettings(
        promotions={Color.WHITE: Promotion((size - 1,)), Color.BLACK: Promotion((1 - size,))},
        wins={Color.WHITE: ("royalcapture",)} if chance.random() < 0.1 else {},
        border=Border(-size, size + 1, None, size) if chance.random() < 0.2 else None,
        properties={"slideLimit": chance.randint(1, 4)} if chance.random() < 0.15 else {},
    )
    return Position.of(Setup(placed, players, en_passant, None, 1, settings))


def _piece(chance: random.Random, code: str, color: Color) -> Piece:
    if KINDS[code].neutral:
        return piece(code)
    text = code.upper() if color is Color.WHITE else code
    return piece(text + "+" * (chance.random() < 0.3))
