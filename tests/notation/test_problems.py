"""Every reader: resolving changes nothing, the limit of problems is reported, moves have spans."""

import json
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

import hyperchess as hc
from hyperchess.game import Game, WrittenMove
from hyperchess.notation.dynamical.syntax import parse_games as parse_dynamical
from hyperchess.notation.icn.parser import parse_games as parse_icn
from hyperchess.notation.icn.resolve import resolve as resolve_icn
from hyperchess.notation.icn.syntax import GameSyntax as SyntaxICN
from hyperchess.notation.minor.alexbay import parse_alexbay
from hyperchess.notation.minor.averagehuman import parse_averagehuman
from hyperchess.notation.minor.axel import parse_axel
from hyperchess.notation.minor.cwmtt import parse_cwmtt
from hyperchess.notation.minor.hexicube import parse_hexicube
from hyperchess.notation.minor.nidlatam import parse_nidlatam
from hyperchess.notation.minor.shad_json import parse_shad_json
from hyperchess.notation.minor.slavrick import parse_slavrick
from hyperchess.notation.pgn5d.parser import parse_games as parse_5dpgn
from hyperchess.notation.registry import notations
from hyperchess.notation.text5d.resolve import resolve as resolve_5d
from hyperchess.text import MAX_PROBLEMS, Problem, Severity, Source, Span
from tests.notation.comparison import MULTIVERSE

AnyGame = Game[Any, Any]
CORPUS = Path(__file__).parents[1] / "corpus"
PARSERS: dict[str, Callable[[Source], Iterable[Any]]] = {
    "shad": parse_5dpgn,
    "branched": parse_5dpgn,
    "shad-first": parse_5dpgn,
    "raw": parse_5dpgn,
    "dynamical": parse_dynamical,
    "dynamical-2": parse_dynamical,
    "axel": parse_axel,
    "alexbay": parse_alexbay,
    "averagehuman": parse_averagehuman,
    "cwmtt": parse_cwmtt,
    "hexicube": parse_hexicube,
    "nidlatam": parse_nidlatam,
    "shad-json": parse_shad_json,
    "slavrick": parse_slavrick,
    "icn": parse_icn,
    "icn-legacy": parse_icn,
    "icn-site": parse_icn,
}
GOOD = "(1w. d4 / d5) 1w. e4! {best} / e5 2. Nf3 / Nc6 3. (0T3)Bb5 / a6 1-0"
# Each has something wrong that only the rules can find.
WRONG = {
    "shad": '[Result "0-1"] 3. e4+ (1w. d4) / e5 2. Nf3 / Qd7 3. Bb5 / a6 1-0',
    "branched": "(1w. e4) 1w. e4 / e5 2. Qxh7 (>L1)",
    "shad-first": "1. (0T1)e4+ / (0T1)Qe5(+L1)",
    "raw": ". (0T1)e2>(0T1)e4\n/ (0T1)e7>(0T1)e4",
    "dynamical": "<0T1>1[e4+] <0T1>1.5[Qe5]",
    "dynamical-2": "(0T1)1[(0T1)e4+@(1T1)] (0T1)1.5[(0T1)Qe5]",
    "axel": "w1T3. e4# .. Qe5.",
    "alexbay": "1w. 1:e2:xe4=; 1b. 1:Qd8:e5",
    "averagehuman": "1. e2e4 , d8e5 7. a2a3 ,",
    "cwmtt": "e4 / Qe5;e6",
    "hexicube": "1. - .. e5 2. e4 .. #",
    "nidlatam": "1. {\n/ +P e2|1||0| --> e4|1||0|\n}\n2. {\n-Q d8|1||0| --> e5|1||0|\n}",
    "shad-json": hc.write(hc.parse("1. e4 / e5"), "shad-json").replace('"check": false', '"check": true'),
    "slavrick": "1w. (0T1)e2e4+ { 1w. (0T1)e2e4 } 3b. (0T1)Qd8e5",
    "icn": "w K5,1|k5,8 3. Q5,1 x 5,2 # k5,8 > 5,5 1-0",
    "icn-legacy": '[Result "0-1"] w K5,1|k5,8 3. Q5,1 x 5,2 # k5,8 > 5,5 1-0',
    "icn-site": "w:b K5,1|k5,8 3. Q5,1x5,2=Q{[%clk 0:00:01]}|k5,8>5,5 1-0",
}


def resolve(syntax: Any) -> AnyGame:
    return resolve_icn(syntax) if isinstance(syntax, SyntaxICN) else resolve_5d(syntax)


def outline(game: AnyGame) -> list[object]:
    """Everything that a game holds, its problems included."""
    nodes = [game.root, *game.walk()]
    tree = [(n.moves, [m.span for m in n.moves], n.comments, n.mark, n.result, n.legal) for n in nodes]
    order = [[nodes.index(child) for child in node.children] for node in nodes]
    return [game.start, game.headers, game.notation, tree, order, game.problems]


@pytest.mark.parametrize("name", PARSERS)
def test_resolving_twice_gives_the_same_game_and_the_same_problems(name: str) -> None:
    good = GOOD if name in MULTIVERSE else "w K5,1|k5,8 1. 5,1>5,2 | 5,8>5,7"
    texts = [hc.convert(good, to=name).text, WRONG[name]]
    for text in texts:
        for syntax in PARSERS[name](Source(text)):
            found = list(syntax.problems)
            first, second = resolve(syntax), resolve(syntax)
            assert outline(first) == outline(second)
            assert list(syntax.problems) == found
    assert first.problems, "the second text has problems"


def test_every_notation_with_a_syntax_is_tried() -> None:
    assert set(PARSERS) == set(notations()) - {"json", "icn-json"}


JSON_MOVE = {"from": [0, 0, 4, 1], "to": [0, 0, 4, 5], "white": True, "turn": 0, "surprise": 1}
DUMP = json.loads(hc.write(hc.parse("1. e4"), "shad-json"))
MANY: dict[str, str] = {
    "shad": "1. " + "?? " * 3_000,
    "branched": "9w. Nf3 / 9b. Nf6 9w. Ng1 / 9b. Ng8\n" * 1_000,
    "shad-first": "(+L1) " * 3_000,
    "raw": ". zz\n/ zz\n" * 3_000,
    "dynamical": "<0T1>x[e4] " * 3_000,
    "dynamical-2": "(0T1)1.3[e4] zz " * 3_000,
    "axel": "1. %% .. %%.\n" * 3_000,
    "alexbay": "1w. zz\n" * 3_000,
    "averagehuman": "1. zz , zz\n" * 3_000,
    "cwmtt": "%% / %%\n" * 3_000,
    "hexicube": "1. Nf3 .. Nf6 1. Ng1 .. Ng8 " * 3_000,
    "nidlatam": "1. {\nzz\n}\n" * 3_000,
    "slavrick": "1w. %% " * 3_000,
    "shad-json": json.dumps({**DUMP, "moves": [{**JSON_MOVE, "from": "?"}] * 3_000}),
    "json": json.dumps({"format": "hyperchess", "version": 1, "game": "5d", "nodes": [{"bad": 1}] * 3_000}),
    "icn": "w K5,1|k5,8 " + "zz9\n" * 3_000,
    "icn-legacy": '[White "Ada"]\nw K5,1|k5,8 ' + "7. 5,1>5,2 7. 5,8>5,7 7. 5,2>5,1 7. 5,7>5,8 " * 1_000,
    "icn-site": "w:b K5,1|k5,8 " + "5,1>5,2{[%clk x]}|5,8>5,7|5,2>5,1|5,7>5,8|" * 3_000,
    "icn-json": json.dumps({"startingPosition": {"5,1": "kingsW"}, "moves": [7] * 3_000}),
}


@pytest.mark.parametrize("name", notations())
def test_a_reader_that_has_too_many_problems_says_so_once_and_at_the_end(name: str) -> None:
    game = notations()[name].read(Source(MANY[name]))[0]
    listed = [problem for problem in game.problems if problem.code != "limit"]
    ends = game.problems[len(listed) :]
    assert listed == sorted(listed, key=lambda problem: problem.span)
    errors = [problem for problem in listed if problem.severity is Severity.ERROR]
    kept = {"errors": len(errors), "warnings and notes": len(listed) - len(errors)}
    assert max(kept.values()) == MAX_PROBLEMS
    for end in ends:
        named = end.message.partition(":")[0].removeprefix(f"more than {MAX_PROBLEMS:,} ")
        assert kept[named] == MAX_PROBLEMS
    assert 1 <= len(ends) <= 2
    assert [end.severity is Severity.ERROR for end in ends] == ["errors" in end.message for end in ends]


def test_notes_do_not_end_the_reading() -> None:
    """However many there are: also long games with marks and comments are read to their ends."""
    moves = ("Nf3", "Nf6", "Ng1", "Ng8")
    for after in (" $14", " ; a comment\n"):
        turns = [
            f"{i}. {moves[2 * i % 4 - 2]}{after} / {moves[2 * i % 4 - 1]}{after}" for i in range(1, 1_201)
        ]
        game = notations()["shad"].read(Source(f'[Board "Standard"]\n{" ".join(turns)}'))[0]
        assert (len(game.main_line), game.end.is_resolved) == (2_400, True), after
        assert not [problem for problem in game.problems if problem.severity is Severity.ERROR]
    (game,) = notations()["icn"].read(Source("w K5,1|k5,8 " + "5,1>5,2 $14|5,8>5,7|5,2>5,1|5,7>5,8|" * 1_200))
    assert (len(game.main_line), game.end.is_resolved) == (4_800, True)


def squeezed(text: str) -> str:
    """Without blanks and comments: a board may stand apart from its move, a cell may have blanks anywhere."""
    return "".join(re.sub(r"\{[^{}]*\}", "", text).split())


BOARDS = re.compile(r"\([^()]*T[^()]*\)|@")
TEXT_FILES = [
    *(path for folder in ("good", "bad") for path in sorted((CORPUS / folder).glob("*.5dpgn"))),
    *sorted((CORPUS / "good").glob("*.4xel")),
    *sorted((CORPUS / "good").glob("*.alexbay")),
    *sorted((CORPUS / "dynamical").glob("*.txt")),
    *sorted((CORPUS / "dynamical" / "bad").glob("*.dynamical")),
    *(path for folder in ("good", "bad") for path in sorted((CORPUS / "icn" / folder).glob("*.icn"))),
]


def shows(notation: str, source: str, written: WrittenMove[Any]) -> bool:
    """Return whether a span of a source is that of a move.

    It holds the text of the move, blanks and comments aside. A cell of Dynamical notation holds it without
    the boards that the cell itself stands for; a dump in JSON holds its squares as numbers.
    """
    if notation.startswith("dynamical"):
        return squeezed(BOARDS.sub("", written.text)) in BOARDS.sub("", squeezed(source))
    if notation in ("shad-json", "icn-json"):
        value = json.loads(source)
        return isinstance(value, dict | str)
    return squeezed(written.text) in squeezed(source)


def assert_placed(game: AnyGame, text: str) -> None:
    for node in game.walk():
        for written in node.moves:
            assert written.span is not None, written
            assert shows(game.notation, text[slice(*written.span)], written), (written, game.notation)
        assert node.span is not None


@pytest.mark.parametrize("path", TEXT_FILES, ids=lambda path: path.name)
def test_every_move_of_the_corpus_knows_where_it_stands(path: Path) -> None:
    text = path.read_bytes().decode("utf-8-sig")
    for game in hc.parse_all(text):
        assert_placed(game, text)


@pytest.mark.parametrize("name", [name for name in notations() if name != "json"])
def test_every_reader_fills_the_spans_of_moves(name: str) -> None:
    if name in MULTIVERSE:
        text = hc.convert(GOOD, to=name).text
    else:
        text = hc.convert("w K5,1|k5,8 1. 5,1>5,2 + {a} | 5,8>5,7", to=name).text
    games = hc.parse_all(text, name)
    assert games[0].main_line
    for game in games:
        assert_placed(game, text)
    for text in (WRONG.get(name, ""),):
        for game in hc.parse_all(text, name):
            assert_placed(game, text)


# Contradictions in a move, as opposed to its number, its variation or the headers.
OF_MOVES = {
    "ambiguous",
    "board-order",
    "capture-mark",
    "check-mark",
    "illegal-move",
    "jump-sign",
    "left-in-check",
    "pinned",
    "present-token",
    "timeline-token",
    "unfinished",
}


@pytest.mark.parametrize("path", TEXT_FILES, ids=lambda path: path.name)
def test_problems_of_moves_stand_within_their_nodes(path: Path) -> None:
    text = path.read_bytes().decode("utf-8-sig")
    for game in hc.parse_all(text):
        spans = [written.span for node in game.walk() for written in node.moves if written.span]
        for problem in game.problems:
            if problem.code in OF_MOVES and not game.notation.startswith("dynamical"):
                assert any(_covers(node.span, problem) for node in game.walk()), problem
            elif problem.code in OF_MOVES:
                assert any(span.start <= problem.span.start < span.end for span in spans), problem


def _covers(span: Span | None, problem: Problem) -> bool:
    return span is not None and span.start <= problem.span.start and problem.span.end <= span.end


def test_a_problem_belongs_to_one_node() -> None:
    game = hc.parse("1. e4 / e5 2. Qe5 / e5")
    (problem,) = (problem for problem in game.problems if problem.code == "illegal-move")
    owners = [node for node in game.walk() if _covers(node.span, problem)]
    assert [move.text for node in owners for move in node.moves] == ["Qe5"]
