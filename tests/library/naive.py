"""Queries answered by a plain scan of games in Python: the oracle for searches in a library.

Nothing of the library is used but the parser of queries: every condition is worked out from the game itself.
"""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from operator import eq, ge, gt, le, lt, ne
from typing import Any

from hyperchess import infinite, multiverse
from hyperchess.game import AnyGame
from hyperchess.library.language import And, Comparison, Expression, Not, Number, Or, Phrase, Term
from hyperchess.multiverse.actions.effects import effects
from hyperchess.notation.reading import find_position
from hyperchess.ruleset import GameKind
from hyperchess.text import Severity

COMPARE = {"=": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}


class Moment:
    """A position of a game, and what the action before it did."""

    def __init__(self, game: AnyGame, ply: int, before: Any, action: Any, position: Any) -> None:
        self.game = game
        self.ply = ply
        self.before = before
        self.action = action
        self.position = position
        self.is_5d = game.kind is GameKind.MULTIVERSE

    @cached_property
    def moves(self) -> list[tuple[str, Any, str]]:
        """Letter, move, and letter of what was taken."""
        if self.before is None:
            return []
        if not self.is_5d:
            last = self.position.last
            return [(last.piece.code, last.move, "" if last.captured is None else last.captured.code)]
        done = effects(self.before, multiverse.Action(self.action))
        return [
            (
                each.piece.text.strip("*"),
                each.move,
                "" if each.captured is None else each.captured.text.strip("*"),
            )
            for each in done.moves
        ]

    @cached_property
    def jumps(self) -> list[tuple[str, int]]:
        if not self.is_5d:
            return []
        return [
            (letter, move.source.turn - move.target.turn)
            for letter, move, _ in self.moves
            if move.source.board != move.target.board
        ]

    @cached_property
    def checks(self) -> list[Any]:
        return list(self.position.checks())

    @property
    def is_last(self) -> bool:
        return self.ply == len(self.game.main_line)

    def lines(self, player: str) -> int:
        if not self.is_5d:
            return 0
        color = multiverse.Color.WHITE if player == "white" else multiverse.Color.BLACK
        return sum(line.maker is color for line in self.position.timeline_boards)


def moments(game: AnyGame) -> Iterator[Moment]:
    before = None
    for ply, node in enumerate([game.root, *game.main_line]):
        position = node.position
        yield Moment(game, ply, before, node.action if ply else None, position)
        before = position


def first_ply(game: AnyGame, query: Expression) -> int | None:
    """The first position in which a query holds."""
    return next((moment.ply for moment in moments(game) if holds(query, moment)), None)


def holds(query: Expression, moment: Moment) -> bool:
    if isinstance(query, Not):
        return not holds(query.part, moment)
    if isinstance(query, And):
        return all(holds(part, moment) for part in query.parts)
    if isinstance(query, Or):
        return any(holds(part, moment) for part in query.parts)
    if isinstance(query, Phrase):
        return phrase(query, moment)
    if query.field:
        return text(query, moment)
    sides = [[(sign, number(term, moment)) for sign, term in side] for side in (query.left, query.right)]
    if any(value is None for side in sides for _, value in side):
        return False
    left, right = (sum(sign * (value or 0) for sign, value in side) for side in sides)
    return bool(COMPARE[query.operator](left, right))


def text(query: Comparison, moment: Moment) -> bool:
    game = moment.game
    value = {
        "variant": game.headers.get("Board") or game.headers.get("Variant", ""),
        "notation": game.notation,
        "game": game.kind.value,
        "result": game.result,
    }.get(query.field, game.headers.get(query.field.capitalize(), ""))
    wanted = query.text.lower()
    if query.field == "date":
        if query.operator == "~":
            return wanted in value
        return bool(value) and bool(COMPARE[query.operator](value[: len(wanted)], wanted))
    if query.operator == "~":
        return wanted in value.lower()
    return bool(COMPARE[query.operator](value.lower(), wanted))


def number(term: Number | Term, moment: Moment) -> int | None:
    if isinstance(term, Number):
        return term.value
    game, position = moment.game, moment.position
    line = list(moments(game))
    match term.name:
        case "actions":
            return len(game.main_line)
        case "moves":
            return sum(len(node.moves) for node in game.main_line)
        case "jumps":
            return sum(len(each.jumps) for each in line)
        case "errors":
            return sum(problem.severity is Severity.ERROR for problem in game.problems)
        case "timelines":
            if term.arguments:
                return moment.lines(term.arguments[0])
            return len(position.timelines) if moment.is_5d else 1
        case "boards":
            return len(position.boards) if moment.is_5d else 1
        case "ply":
            return moment.ply
        case "turn":
            return int(position.present.turn) if moment.is_5d else moment.ply // 2
        case "checked":
            if not moment.is_5d:
                return int(bool(moment.checks))
            return len({check.royal.timeline for check in moment.checks})
        case "branches":
            if moment.before is None or not moment.is_5d:
                return 0
            return len(position.timelines) - len(moment.before.timelines)
        case "legal actions":
            if moment.is_5d:
                return sum(1 for _ in position.actions(5_000))
            return 10**9 if position.moves().rays else len(position.moves().points)
    assert term.name == "distance"
    if moment.is_5d:
        return None
    first, second = (
        [square for square, piece in position.pieces().items() if piece.code in word]
        for word in term.arguments
    )
    return min((max(abs(a.x - b.x), abs(a.y - b.y)) for a in first for b in second if a != b), default=None)


def phrase(query: Phrase, moment: Moment) -> bool:
    position = moment.position
    compare = COMPARE[query.operator]
    match query.name:
        case "check":
            return bool(moment.checks)
        case "check through time":
            return moment.is_5d and any(c.attacker.board != c.royal.board for c in moment.checks)
        case "check on other timeline":
            return moment.is_5d and any(c.attacker.timeline != c.royal.timeline for c in moment.checks)
        case "mate" | "stalemate":
            wanted = "checkmate" if query.name == "mate" else "stalemate"
            return moment.is_last and status(position) == wanted
        case "mate through time":
            return phrase(Phrase("mate"), moment) and phrase(Phrase("check through time"), moment)
        case "mate within":
            final = moment.game.final
            return status(final) == "checkmate" and len(moment.game.main_line) - moment.ply <= query.number
        case "broken":
            return any(problem.severity is Severity.ERROR for problem in moment.game.problems)
        case "white to move" | "black to move":
            return str(position.player).lower() == query.name.split()[0]
        case "captured":
            return any(taken and taken in query.pieces for _, _, taken in moment.moves)
        case "jumps":
            return any(letter in query.pieces for letter, _ in moment.jumps)
        case "jumps back":
            return any(
                letter in query.pieces and compare(back, query.number) for letter, back in moment.jumps
            )
        case "present back":
            back = 0
            if moment.is_5d and moment.before is not None:
                back = moment.before.present.turn - position.present.turn
            return bool(compare(back, query.number))
        case "material":
            boards = [line.boards[-1] for line in position.timeline_boards] if moment.is_5d else []
            found = Counter(piece.text.strip("*") for board in boards for _, piece in board.pieces())
            if not moment.is_5d:
                found = Counter(piece.code for piece in position.pieces().values())
            return found == Counter(query.text)
        case "position" | "front" | "board":
            return same(query.name, find_position(query.text), moment)
        case "pattern":
            return pattern(query, moment)
    assert query.name == "piece at"
    return piece_at(query, moment)


def same(name: str, wanted: Any, moment: Moment) -> bool:
    position = moment.position
    if isinstance(wanted, infinite.Position) is moment.is_5d:
        return False
    if not moment.is_5d:
        return bool(position.key == wanted.key) if name != "board" else position.pieces() == wanted.pieces()
    if name == "position":
        return bool(position == wanted)
    if name == "front":
        fronts = [
            (each.player, each.promotions, [(line.boards[-1], line.maker) for line in each.timeline_boards])
            for each in (position, wanted)
        ]
        return bool(fronts[0] == fronts[1])
    target = wanted.timeline_boards[0].boards[-1].cells
    old = set() if moment.before is None else set(moment.before.boards)
    return any(board.cells == target for board in position.boards if board not in old)


def piece_at(query: Phrase, moment: Moment) -> bool:
    if not query.text.startswith("("):
        if moment.is_5d:
            return False
        x, y = map(int, query.text.split(","))
        found = moment.position.pieces().get(infinite.Square(x, y))
        return found is not None and found.code in query.pieces
    if not moment.is_5d:
        return False
    place, name = query.text[1:].split(")")
    for board in moment.position.boards:
        at = str(board.at)[1:-1]
        if place in (at, at[:-1]):
            for square, piece in board.pieces():
                if square.name == name and piece.text.strip("*") in query.pieces:
                    return True
    return False


def drawn(text: str) -> list[list[str]]:
    """The ranks of a pattern, the highest first: of each square a word, nothing where anything may stand."""
    ranks = []
    for row in text.split("/"):
        words: list[str] = []
        for several, number, one in re.findall(r"\[([^]]*)\]|(\d+)|(.)", row):
            words += [""] * int(number) if number else [several or one]
        ranks.append(words)
    return ranks


def stands(word: str, found: str) -> bool:
    """Return whether a piece, or an empty square, matches a word of a pattern."""
    if word == ".":
        return found == ""
    if word in ("", "?"):
        return word == "" or found != ""
    if word in ("white", "black"):
        return found != "" and found.isupper() is (word == "white")
    return found in word.split() or (found != "" and found in list(word))


def pattern(query: Phrase, moment: Moment) -> bool:
    ranks = drawn(query.text)
    height, width = len(ranks), len(ranks[0])
    place = query.pieces
    if not moment.is_5d:
        pieces = {(square.x, square.y): piece.code for square, piece in moment.position.pieces().items()}
        if place not in ("", "any square"):
            corners = [tuple(map(int, place.split(",")))] if "," in place else []
        else:
            corners = [
                (x - file, y - rank) for x, y in pieces for file in range(width) for rank in range(height)
            ]
        return any(
            all(
                stands(word, pieces.get((x + file, y + height - 1 - row), ""))
                for row, words in enumerate(ranks)
                for file, word in enumerate(words)
            )
            for x, y in corners
        )
    old = set() if moment.before is None else set(moment.before.boards)
    for board in moment.position.boards:
        at = str(board.at)[1:-1]
        timeline, turn = at[:-1].split("T")
        names = ("", "any board", f"({at})", f"({at[:-1]})", f"timeline {timeline}", f"turn {turn}")
        if board in old or (board.width, board.height) != (width, height) or place not in names:
            continue
        found = {square.name: piece.text.strip("*") for square, piece in board.pieces()}
        if all(
            stands(word, found.get(f"{'abcdefgh'[file]}{height - row}", ""))
            for row, words in enumerate(ranks)
            for file, word in enumerate(words)
        ):
            return True
    return False


def status(position: Any) -> str:
    found = position.status
    return str(found.verdict.value if hasattr(found, "verdict") else found.value)
