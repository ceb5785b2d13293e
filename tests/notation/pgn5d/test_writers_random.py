"""Random trees of many variants: what each writer writes reads back as the same moves."""

import random
import re
from dataclasses import replace
from functools import cache

import pytest

from hyperchess.game import Game
from hyperchess.multiverse import Color, MoveKind, Position, Timeline, start
from hyperchess.multiverse.syntax.movetext import MoveText, scan_move
from hyperchess.multiverse.syntax.shorthand import candidates
from hyperchess.notation.pgn5d.writers import write_branched, write_first, write_raw, write_shad
from hyperchess.scanner import Scanner
from hyperchess.text import Source
from tests.notation.pgn5d.random_trees import Game5D, moves_part, outline, random_game, read_back

STARTS = {
    "standard": start("Standard"),
    "turn zero": start("Standard - Turn Zero"),
    "two timelines": start("Standard - Two Timelines"),
    "half reflected": start("Standard - Half Reflected"),
    "small": start("Small"),
    "very small open": start("Very Small - Open"),
    "just kings": start("Focused - Just Kings"),
    "just knights": start("Focused - Just Knights"),
    "just brawns": start("Focused - Just Brawns"),
    "just dragons": start("Focused - Just Dragons"),
    "royal queens": start("Misc - Royal Queen Showdown"),
    "tactician": start("Misc - Timeline Tactician"),
    "fragments": start("Misc - Timeline Fragments"),
    "invasion": start("Misc - Timeline Invasion"),
    "pawns and brawns": Position.of_fen("[k*2p*w*/5/5/PP2w/W*PP*K*1:0:1:w][k*4/5/1W3/P2p*1/W*P*2K*:1:1:w]"),
    "several kings": Position.of_fen("[r*2kk2r*/8/8/8/8/8/8/R*2KK2R*:0:1:w]"),
    "black first": Position.of_fen("[k2n/1p*2/4/2KN:0:1:b]"),
    "near promotion": Position.of_fen("[k2r1/PPP1W/5/ppp1w/K2R1:0:1:w]", promotions="QNR"),
    "wide": Position.of_fen("[k*21qqr/p*21p*p*p*/25/25/P*21P*P*P*/K*21QQR:0:1:w]", promotions="Q"),
    "tall": Position.of_fen("[" + "/".join(["k1r", *["3"] * 10, "K1R"]) + ":0:1:w]"),
}
SEEDS = (1, 2)


@cache
def make_game(name: str, seed: int) -> Game5D:
    return random_game(STARTS[name], random.Random(f"{name} {seed}"), actions=9)


cases = pytest.mark.parametrize(("name", "seed"), [(name, seed) for name in STARTS for seed in SEEDS])


@cases
def test_shad_reads_back(name: str, seed: int) -> None:
    game = make_game(name, seed)
    for text in (
        write_shad(game).text,
        write_shad(game, marks="none", tokens=False, width=40).text,
    ):
        back = read_back(text, STARTS[name])
        assert [node.action for node in back.main_line] == [node.action for node in game.main_line]
        assert back.end.result == game.end.result
        assert len(back.root.main_line) == len(list(back.walk()))


@cases
def test_first_reads_back(name: str, seed: int) -> None:
    game = make_game(name, seed)
    text = write_first(game).text
    if STARTS[name].even:  # the first edition counts timelines -1 0, and the current one -0 +0
        text = re.sub(r"\((-?\d+)(?=T\d)", lambda row: f"({Timeline.of_row(int(row[1]), even=True)}", text)
    back = read_back(text, STARTS[name])
    assert [node.action for node in back.main_line] == [node.action for node in game.main_line]


@cases
def test_raw_is_the_moves(name: str, seed: int) -> None:
    game = make_game(name, seed)
    written = write_raw(game)
    lines = [line for line in moves_part(written.text).split("\n") if line]
    assert [line[2:] for line in lines] == [
        " ".join(str(move.move) for move in node.moves) for node in game.main_line
    ]
    back = read_back(written.text, STARTS[name])
    assert [node.action for node in back.main_line] == [node.action for node in game.main_line]


@cases
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"style": "full", "tokens": True, "width": 60, "indent": 3},
        {"captures": False, "checks": False, "width": None, "indent": 0},
        {"main_line_only": True, "marks": "none"},
    ],
    ids=["short", "full", "bare", "main line"],
)
def test_branched_reads_back(name: str, seed: int, options: dict[str, object]) -> None:
    game = make_game(name, seed)
    written = write_branched(game, **options)  # type: ignore[arg-type]
    back = read_back(written.text, STARTS[name])
    main_line = bool(options.get("main_line_only"))
    assert outline(back.root, STARTS[name]) == outline(game.root, STARTS[name], main_line=main_line)
    for node in back.walk():
        position = STARTS[name] if node.parent is back.root or node.parent is None else node.parent.position
        assert node.action == position.canonical(node.action or ())


@cases
def test_short_forms_are_least_and_clear(name: str, seed: int) -> None:
    """No part can be left out, and neither capture marks nor legality decide."""
    start = STARTS[name]
    back = read_back(write_branched(make_game(name, seed)).text, start)
    for node in back.walk():
        state = start if node.parent is back.root or node.parent is None else node.parent.position
        for written in node.moves:
            assert written.move is not None
            text = scan_move(Scanner(Source(written.text)))
            for capture in (False, True):
                assert candidates(state, replace(text, capture=capture)) == (written.move,)
            if start.width <= 23:
                for shorter in _shorter(text):
                    found = {
                        candidates(state, replace(shorter, capture=capture)) for capture in (False, True)
                    }
                    assert found != {(written.move,)}, written.text
            state = state.move(written.move)


def _shorter(text: MoveText) -> list[MoveText]:
    """The text with one part less, as far as the habits of Branched 5DPGN 4.11 allow it."""
    pattern = text.pattern
    parts = ["timeline", "turn", "rank", "to_timeline", "to_turn"]
    if pattern.piece is not None or not (text.capture or text.jump):
        parts.append("file")
    return [
        replace(
            text,
            pattern=replace(
                pattern,
                kind=MoveKind(text.jump) if text.jump else pattern.kind,
                **{part: None},
            ),
        )
        for part in parts
        if getattr(pattern, part) is not None
    ]


@cases
def test_marks_kept_as_written(name: str, seed: int) -> None:
    """A text written without marks, read and written with marks as written, comes back as it was."""
    bare = write_shad(make_game(name, seed), marks="none", tokens=False).text
    back = read_back(bare, STARTS[name])
    assert moves_part(write_shad(back, marks="written", tokens=False).text).split() == [
        token.rstrip("!?") for token in moves_part(bare).split()
    ]
    marked = write_shad(make_game(name, seed), tokens=False).text
    again = read_back(marked, STARTS[name])
    assert moves_part(write_shad(again, marks="written", tokens=False).text).split() == [
        token.rstrip("!?") for token in moves_part(marked).split()
    ]


@cases
def test_unresolved_text_is_written_as_it_is(name: str, seed: int) -> None:
    """Without a start, all moves are text; nothing of them is lost."""
    text = write_branched(make_game(name, seed)).text
    tree = read_back(text, STARTS[name])
    unknown: Game5D = Game(None)
    copies = {tree.root: unknown.root}
    for node in tree.walk():
        assert node.parent is not None
        copies[node] = copies[node.parent].attach(tuple(replace(move, move=None) for move in node.moves))
        copies[node].result = node.result
    written = write_branched(unknown)
    if STARTS[name].player is Color.WHITE:
        assert "".join(moves_part(written.text).split()) == "".join(moves_part(text).split())
    assert not written.losses
