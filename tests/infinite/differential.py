"""The native rules of infinite chess against those in Python: every answer, on the same positions.

`compare` asks both implementations everything about a position; `play_both` plays a random game with each.
"""

import random
from dataclasses import replace

from hyperchess.errors import HyperchessError
from hyperchess.infinite import (
    KINDS,
    Border,
    Color,
    Move,
    MoveRule,
    Piece,
    Position,
    Promotion,
    RuleSettings,
    Setup,
    Square,
    piece,
)
from hyperchess.infinite.kernel import NativeRules, packed
from hyperchess.infinite.pieces import DEFAULT_PROMOTIONS, find_piece
from hyperchess.infinite.reference.effects import Effect
from hyperchess.infinite.reference.rules import ReferenceRules
from hyperchess.infinite.rules import Rules
from hyperchess.infinite.settings import WIN_CONDITIONS

PYTHON = ReferenceRules()
NATIVE = NativeRules()
COVERED = [code for code in KINDS if code not in ("hu", "ro")]
FAR = (0, 0, 0, 10**9, 2**53, 2**59 + 12345, 2**60 - 50, 2**61, 2**62 - 100)


def with_rules(position: Position, rules: Rules) -> Position:
    """The same position on a board of its own, with its history."""
    return replace(position, board=Position.of(position.setup).board, rules=rules)


def compare(position: Position, chance: random.Random, *, covered: bool = True) -> None:
    """Ask both implementations everything."""
    expected, found = with_rules(position, PYTHON), with_rules(position, NATIVE)
    if covered:
        assert packed(found, large=True) is not None, position.text()
    compare_answers(expected, found, chance)


def compare_answers(expected: Position, found: Position, chance: random.Random) -> None:
    """Two positions that are equal, one for each implementation, have the same answers."""
    text = found.text()
    assert expected.text() == text
    assert found.checks() == expected.checks(), text
    assert found.rules.checkers(found) == expected.rules.checkers(expected), text
    moves, listed = found.moves(), expected.moves()
    assert moves.points == listed.points, text
    assert moves.rays == listed.rays, text
    assert [type(ray) for ray in moves.rays] == [type(ray) for ray in listed.rays]
    assert moves.exist is listed.exist, text
    assert found.status == expected.status, text
    for window in windows(found, chance):
        assert with_rules(found, NATIVE).moves().count(*window) == listed.count(*window), (text, window)
    for move in sample_moves(expected, chance):
        assert (move in moves) is (move in listed), (text, str(move))
        assert outcome(found, move) == outcome(expected, move), (text, str(move))
    assert hash(found) == hash(with_rules(Position.of(found.setup), NATIVE)), text


def outcome(position: Position, move: Move) -> object:
    """Return the effect of a move, or why it cannot be made."""
    try:
        effect: Effect = position.rules.effect(position, move)
    except HyperchessError as error:
        return type(error), str(error)
    board = effect.board
    return (
        effect._replace(board=None, packed=None),  # type: ignore[arg-type]
        tuple(board.pieces.items()),
        {color: royals for color, royals in board.royals.items() if royals},
        board.material.counts,
    )


def windows(position: Position, chance: random.Random) -> list[tuple[int, int, int, int]]:
    """Windows near the pieces, everywhere, and beyond what fits into 64 bits.

    Rays with sieves are counted step by step, so only near windows are for them.
    """
    x, y = chance.choice(list(position.pieces()))
    near = (x - chance.randint(-2, 9), x + chance.randint(-2, 9), y - 6, y + chance.randint(0, 9))
    if any(ray.sieves for ray in position.moves().rays):
        return [near]
    return [near, (-(2**61), 2**61, -5, 2**61), (-(10**30), 10**30, -(10**30), 10**30)]


def sample_moves(position: Position, chance: random.Random) -> list[Move]:
    """Some legal moves, some moves of own pieces that may not be legal, and some nonsense."""
    moves = position.moves()
    found = list(moves.points)
    for ray in moves.rays:
        assert ray.first >= 1
        most = ray.first + 6 if ray.last is None else ray.last
        found += [Move(ray.source, ray.target(steps)) for steps in {ray.first, most, (ray.first + most) // 2}]
        if ray.last is None:
            found.append(Move(ray.source, ray.target(10**20)))
    found = chance.sample(found, min(len(found), 12))
    squares = list(position.pieces())
    for _ in range(8):
        start, other = chance.choice(squares), chance.choice(squares)
        step = (chance.randint(-3, 3), chance.randint(-3, 3))
        promotion = chance.choice((None, None, find_piece(KINDS[chance.choice("qnrb")], position.player)))
        found += [Move(start, start.plus(step), promotion), Move(start, other, promotion)]
    return found


def random_rules(
    chance: random.Random, size: int, players: tuple[Color, ...], *, riders: bool
) -> RuleSettings:
    """Any rules that the native rules cover."""
    promotions = {}
    for color in set(players):
        if chance.random() < 0.8:
            kinds = tuple(
                KINDS[code] for code in chance.sample(["q", "n", "ch", "rc", "nr" if riders else "am"], 3)
            )
            ranks = tuple({chance.randint(-size, size) for _ in range(chance.choice((1, 1, 2)))})
            promotions[color] = Promotion(ranks, chance.choice((DEFAULT_PROMOTIONS, kinds)))
    wins = {}
    if chance.random() < 0.4:
        for color in set(players):
            wins[color] = tuple(chance.sample(WIN_CONDITIONS, chance.randint(1, 3)))
    return RuleSettings(
        promotions=promotions,
        wins=wins,
        border=chance.choice((None, None, Border(-size, size + 1, None, size), Border(-9, 9, -7, 8))),
        properties={"slideLimit": chance.randint(0, 4)} if chance.random() < 0.15 else {},
        free_promotion=chance.random() < 0.2,
        automatic_move_rule=chance.random() < 0.2,
        drop_idle_rights=chance.random() < 0.3,
        site_rules=chance.random() < 0.2,
    )


def random_position(seed: int, codes: list[str] = COVERED) -> Position:
    """Any pieces close together, perhaps in two crowds far apart, with any rules, for two or more players."""
    chance = random.Random(seed)
    size = chance.choice((2, 3, 4, 5, 6))
    players = chance.choice(
        (
            (Color.WHITE, Color.BLACK),
            (Color.WHITE, Color.BLACK),
            (Color.BLACK, Color.WHITE),
            (Color.WHITE, Color.WHITE, Color.BLACK),
            (Color.RED, Color.WHITE, Color.BLACK, Color.BLUE),
            (Color.YELLOW, Color.GREEN),
        )
    )
    riders = "nr" in codes and chance.random() < 0.3
    settings = random_rules(chance, size, players, riders=riders)
    usual = [code for code in codes if code != "nr" or riders]
    if chance.random() < 0.4:
        usual = chance.sample(usual, min(4, len(usual)))
    free = [Square(x, y) for x in range(-size, size + 1) for y in range(-size, size + 1)]
    chance.shuffle(free)
    offsets = [Square(0, 0)]
    if settings.border is None and chance.random() < 0.5:
        far = [distance for distance in FAR if not riders or distance < 2**60]
        offsets = [
            Square(chance.choice(far) * chance.choice((1, -1)), chance.choice(far) * chance.choice((1, -1)))
            for _ in range(chance.choice((1, 2)))
        ]
        if chance.random() < 0.3:
            offsets = [Square(0, 0), Square(offsets[0].x, offsets[0].x)]  # on one diagonal
    placed: dict[Square, Piece] = {}

    def put(code: str, color: Color) -> None:
        square = free.pop()
        offset = chance.choice(offsets)
        kind = KINDS[code]
        new = find_piece(kind, Color.NEUTRAL if kind.neutral else color)
        if new.color and chance.random() < 0.3:
            new = piece(new.text + "+")
        placed[Square(square.x + offset.x, square.y + offset.y)] = new

    royals = chance.choice((["k"], ["k"], ["k"], ["rq"], ["rc"], ["k", "rq"], ["k", "k"], ["rq", "rq"], []))
    for color in dict.fromkeys(players):
        for code in royals:
            put(code, color)
    for _ in range(min(len(free), chance.randint(1, 16))):
        put(chance.choice(usual), Color.NEUTRAL if chance.random() < 0.05 else chance.choice(players))
    en_passant = None
    for square, standing in placed.items():
        passed = Square(square.x, square.y - standing.color.forward)
        if standing.kind.is_pawn and standing.color is not players[0] and passed not in placed:
            en_passant = passed
    rule = MoveRule(chance.choice((0, 4, 100)), chance.choice((0, 5, 100))) if chance.random() < 0.5 else None
    checks_given = {players[0]: chance.randint(0, 3)} if settings.counts_checks else {}
    return Position.of(Setup(placed, players, en_passant, rule, 1, settings, checks_given))


def random_move(position: Position, chance: random.Random) -> Move | None:
    """A legal move of a random piece that ends near the pieces, or now and then far away."""
    moves = position.moves()
    choices = list(moves.points)
    for ray in moves.rays:
        most = ray.first + chance.choice((1, 4, 9, 9, 10**6)) if ray.last is None else ray.last
        choices += [Move(ray.source, ray.target(chance.randint(ray.first, most))) for _ in range(2)]
    return chance.choice(choices) if choices else None


def play_both(start: Position, chance: random.Random, plies: int, *, every: int = 1) -> Position:
    """Play a random game with each implementation, and compare the positions; the last one."""
    expected, found = with_rules(start, PYTHON), with_rules(start, NATIVE)
    for ply in range(plies):
        if ply % every == 0:
            compare_answers(expected, found, chance)
        else:
            assert found.status == expected.status
        move = random_move(expected, chance)
        if move is None or expected.status.is_over:
            break
        expected, found = expected.play(move), found.play(move)
        assert found.last == expected.last
        assert found.quiet == expected.quiet
        assert found.move_rule == expected.move_rule
        assert found.checks_given == expected.checks_given
    compare_answers(expected, found, chance)
    return found
