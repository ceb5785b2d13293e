"""A file read game by game has the games, the problems and the places of a file that is read at once."""

import pickle
import random
import tracemalloc
from collections.abc import Callable, Iterator
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hyperchess as hc
from hyperchess.errors import InvalidArgument, ParseError, TextTooLong, UnknownNotation
from hyperchess.game import AnyGame, Game
from hyperchess.notation.reading import decode, read_all, read_games
from hyperchess.notation.registry import Notation, detect, find_notation, notations
from hyperchess.notation.streaming import Decoder, TextStream, stream_batches, stream_games, stream_pieces
from hyperchess.ruleset import GameKind
from hyperchess.text import MAX_PROBLEMS, Problem, Source
from tests.notation.icn.random_icn_games import random_icn_game
from tests.notation.random_games import random_game

CORPUS = Path(__file__).parents[1] / "corpus"
FILES = sorted(
    path
    for path in CORPUS.rglob("*")
    if path.suffix in (".5dpgn", ".alexbay", ".4xel", ".icn") or path.match("dynamical/*.txt")
)
MINOR = [path for path in FILES if path.stat().st_size < 1_500]
SEVERAL = [name for name, notation in notations().items() if notation.boundaries is not None]


def problem_value(problem: Problem) -> object:
    """A problem with its places in the whole text."""
    source, fix = problem.source, problem.fix
    return (
        source.place(problem.span.start),
        problem.span.end - problem.span.start,
        problem.code,
        problem.message,
        problem.hint,
        problem.severity,
        None if fix is None else (source.place(fix.span.start), fix.text),
    )


def value(game: Game[Any, Any]) -> object:
    """All that a game holds, with the places of its problems in the whole text."""
    index = {node: place for place, node in enumerate(game.root.walk())}
    nodes = [
        (
            None if node.parent is None else index[node.parent],
            node.moves,
            node.comments,
            node.mark,
            node.result,
            node.legal,
        )
        for node in index
    ]
    told = list(map(problem_value, game.problems))
    return game.start, game.kind, list(game.headers.items()), game.notation, nodes, told


def streamed(text: str, notation: Notation, chunk: int, longest: int = 10**9) -> list[AnyGame]:
    stream = TextStream(StringIO(text, newline=""), "<text>")
    return list(stream_games(stream, notation, chunk=chunk, longest=longest))


def assert_same(text: str, notation: Notation, *chunks: int) -> None:
    whole = list(map(value, notation.read(Source(text))))
    for chunk in chunks:
        assert list(map(value, streamed(text, notation, chunk))) == whole, (notation.name, chunk, text)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(CORPUS)))
def test_every_file_of_the_corpus(path: Path) -> None:
    whole = read_all(path)
    assert list(map(value, read_games(path))) == list(map(value, whole))
    text, _ = decode(path.read_bytes(), path.name)
    if len(text) < 4_000:
        assert_same(text, detect(text)[0], 1, 997)


@pytest.mark.parametrize("seed", range(12))
def test_files_one_after_the_other(seed: int) -> None:
    chance = random.Random(seed)
    family = chance.choice((".5dpgn", ".icn", ".txt", ".alexbay"))
    paths = [path for path in MINOR if path.suffix == family] or [p for p in FILES if p.suffix == family][:1]
    chosen = [chance.choice(paths) for _ in range(4)]
    separator = chance.choice(("", "\n", "\r\n\r\n"))
    text = separator.join(path.read_bytes().decode("utf-8", "replace") for path in chosen)
    assert_same(text, detect(text)[0], chance.randint(1, 50), chance.randint(51, 2_000))


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\n\r", "\r\r\n", " "])
def test_places_with_every_line_end(end: str) -> None:
    game = f'[Board "Standard"]{end}[White "Ada"]{end}{end}1. e4 / e9{end}2. z5 1-0{end}'
    text = game * 4 + "[Black 'Grace']" + game
    games = streamed(text, find_notation("shad"), 50)
    assert len(games) == 5
    assert all(game.problems for game in games)
    assert_same(text, find_notation("shad"), 1, 13, 50, 3_000)


@pytest.mark.parametrize("name", SEVERAL)
def test_games_of_every_notation_that_holds_several(name: str) -> None:
    notation = find_notation(name)
    made: list[AnyGame] = [random_game(seed, actions=3) for seed in range(4)]
    if GameKind.MULTIVERSE not in notation.kinds:
        made = [random_icn_game(seed, plies=3) for seed in range(4)]
    elif GameKind.INFINITE in notation.kinds:
        made.append(random_icn_game(3, plies=3))
    text = "\n".join(notation.write(game).text for game in made)
    count = len(notation.read(Source(text)))
    assert count == len(made) or name == "raw"
    assert_same(text, notation, 1, 7, 100, 3_000)
    assert notation.boundaries is not None
    listed = list(notation.boundaries(text, True))
    assert len(listed) == count - 1
    for cut in range(0, len(text), 1 + len(text) // 300):
        early = list(notation.boundaries(text[:cut], False))
        assert early == listed[: len(early)]


PARTS = {
    "shad": [
        *('[A "b"]', "[", "]", '"', '[A "', "{", "}", "(", ")", "1.", "e4", "/", "1-0", "junk", "\n", "\r\n"),
        *(" ", "[k1/1K:0:1:w]", ":", "+", "(0T1)", "(>L1)", "½-½", ".", "1/2-", "\ufeff"),
        *(
            ";",
            "%",
            " * ",
            " 1-0 1. ",
            " - ",
            "0",
            "o-o",
            "e8",
            "(Q)",
            "$1",
            "$(",
            "T-1)",
            "\u2013",
            "\\",
            "1...",
        ),
        *(" 1-0 . (0T1)e2>(0T1)e4 ", " 1-0\n. ", "(0,1)e5", "Nf3>>(0T", "1)f5", "(>K1)", "(OTl)", "(<"),
        *("(>l1)", "(0t1)", "~", ",", ">>", "=", "“", "[A “b”]", "[White x]", '[A "b\\"'),
    ],
    "alexbay": ['[A "b"]', "[", "]", '"', '[A "', "1w. 1:e2:e4", ";", "\n", " ", "x", "{", "[a:b]"],
    "dynamical": [
        *('[A "b"]', "[", "]", '"', '[A "', "{", "}", "<0T1>1[e3]", "<0T1>", "1", "1-0", "\n", " ", "[a:b]"),
        *("(0T1)1.5[e5]", "<", "x", "|", "-", "½-½"),
    ],
    "icn": [
        *(
            "[A: b]",
            '[A "b"]',
            "[",
            "]",
            '"',
            "[A",
            ":",
            "{",
            "}",
            "1,1>1,2",
            "1. ",
            "w ",
            "b",
            "3/50 ",
            "(8|1) ",
        ),
        *(" K5,1|k5,8", " K5,1", "|", "\n", "1-0", " ", "x", ">", "+", "{a: 1}", "["),
    ],
    "json": [
        *('{"a": 1}', '{"format": "hyperchess"}', "{", "}", "[", "]", ",", '"', "\\", "\n", " ", "x", "1"),
        *('{"b": "}"}', '"a"', ":"),
    ],
    "icn-json": ['{"moves": []}', "{}", '{"a": "}"}', "{", "}", "[", "]", ",", '"', "\\", "\n", "x", "5"],
    "shad-json": ['{"width": 8}', "{}", "0", '{"a": "}"}', "{", "}", "[", "]", ",", '"', "\\", "\n", "x"],
}


@pytest.mark.parametrize("name", PARTS)
def test_any_text_is_cut_where_its_reader_cuts_it(name: str) -> None:
    notation = find_notation(name)

    @given(st.lists(st.sampled_from(PARTS[name]), max_size=25).map("".join), st.integers(1, 30))
    def check(text: str, chunk: int) -> None:
        assert_same(text, notation, chunk)

    check()


@pytest.mark.parametrize("name", ["shad", "icn", "dynamical"])
def test_reading_stops_at_the_limit_of_problems_as_it_does_on_the_whole_text(name: str) -> None:
    bad = {"shad": "?? ) ", "icn": "zz2 \n", "dynamical": "<x>[y] "}[name] * (MAX_PROBLEMS + 10)
    good = {"shad": '[A "b"] 1. e4 ', "icn": "[A: b] 1,1>1,2 ", "dynamical": '[A "b"] <0T1>1[e3] '}[name]
    assert_same(good * 2 + bad + good * 2, find_notation(name), 500, 100_000)


@pytest.mark.parametrize("least", [1, 150, 100_000])
@pytest.mark.parametrize("chunk", [60, 1_000, 100_000])
def test_batches_of_any_size_hold_the_same_pieces(least: int, chunk: int) -> None:
    """Also in another process, which gets them as pickles."""
    ends = ("\n", "\r\n", "\r")
    games = (f'[White "Zoë {number}"]{ends[number % 3]}1. e4 / e5\n\n' for number in range(40))
    data = "".join(games).encode()
    data = data[:700] + b"\xff" + data[700:]
    notation = find_notation("shad")
    whole = [*stream_pieces(TextStream(BytesIO(data), "x"), "", notation)]
    assert [piece.is_last for piece in whole] == [False] * 39 + [True]
    assert sum(piece.problem is not None for piece in whole) == 1
    stream = TextStream(BytesIO(data), "x")
    batches = [*stream_batches(stream, "", notation, least=lambda offset: least, chunk=chunk)]
    assert [piece for batch in pickle.loads(pickle.dumps(batches)) for piece in batch.pieces()] == whole
    assert [batch.is_last for batch in batches] == [False] * (len(batches) - 1) + [True]


def test_a_game_that_is_too_long_is_refused_after_those_before_it() -> None:
    text = '[A "b"] 1. e4 / e5 ' * 2 + '[A "b"] {' + "long " * 200 + "} 1. e4 " + '[A "b"] 1. d4 ' * 3
    notation = find_notation("shad")
    whole = list(map(value, notation.read(Source(text))))
    assert list(map(value, streamed(text, notation, 50, longest=2_000))) == whole
    games = stream_games(TextStream(StringIO(text), "x"), notation, chunk=50, longest=100)
    assert [value(next(games)) for _ in range(2)] == whole[:2]
    with pytest.raises(TextTooLong, match="more than 100 characters"):
        next(games)


def test_a_text_of_one_game_has_a_limit() -> None:
    notation = find_notation("axel")
    assert notation.boundaries is None
    with pytest.raises(TextTooLong):
        streamed("1. e4\n" * 100, notation, 50, longest=100)


def test_problems_have_the_places_of_the_whole_file(tmp_path: Path) -> None:
    path = tmp_path / "games.5dpgn"
    path.write_bytes(b'[Board "Standard"]\r\n1. e4\r\n1-0 [Board "Standard"] 1. z5\r\n\r\n2. Nf9 / e5\r\n')
    first, second = read_games(path)
    assert first.problems == ()
    assert [(problem.line, problem.column) for problem in second.problems] == [(3, 27), (5, 1), (5, 1)]
    source = second.problems[0].source
    assert (source.name, source.text[:7], source.first) == ("games.5dpgn", "[Board ", (3, 5))
    assert str(second.problems[0]).splitlines() == [
        "games.5dpgn:3:27: error[illegal-move]: no piece of White's can play z5: "
        "z5 is outside the 8x8 boards",
        '  3 | [Board "Standard"] 1. z5',
        "    |                       ^^",
    ]


@pytest.mark.parametrize("place", [0, 1, 2])
def test_bytes_that_are_not_valid_are_reported_with_the_game_they_stand_in(
    tmp_path: Path, place: int
) -> None:
    games = [b'[White "Zo"]\n1. e4 / e5\n'] * 3
    games[place] = b'[White "Zo\xff"]\n1. e4 / e5\n'
    path = tmp_path / "latin.5dpgn"
    path.write_bytes(b"".join(games))
    for read in (list(read_games(path)), read_all(path)):
        codes = [[p.code for p in game.problems if p.code == "encoding"] for game in read]
        assert codes == [["encoding"] if index == place else [] for index in range(3)]
        problem = read[place].problems[0]
        byte = len(games[0]) * place + 11
        assert problem.message.startswith(
            f"byte {byte} is not valid UTF-8; such bytes are read as Windows-1252"
        )
        assert (problem.line, problem.column) == (2 * place + 1, 11)


@given(st.binary(max_size=40), st.integers(1, 6))
def test_bytes_are_decoded_piece_by_piece_as_at_once(data: bytes, size: int) -> None:
    for start in (b"", b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff"):
        whole = Decoder()
        expected = whole.decode(start + data, final=True)
        pieces = Decoder()
        chunks = [(start + data)[place : place + size] for place in range(0, len(start + data), size)]
        text = "".join(map(pieces.decode, chunks)) + pieces.decode(b"", final=True)
        assert (text, pieces.bad_byte) == (expected, whole.bad_byte)
        assert pieces.bad_byte is None or pieces.bad_offset == whole.bad_offset
        encoding = "utf-16" if start[:1] in (b"\xff", b"\xfe") else "utf-8-sig"
        errors = "replace" if encoding == "utf-16" else "hyperchess.single-byte"
        if start or whole.encoding == "UTF-8":
            assert text == (start + data).decode(encoding, errors)


def test_streams_of_text_and_bytes_and_paths(tmp_path: Path) -> None:
    text = '[White "Zoë"]\n1. e4 / e5\n' * 2
    path = tmp_path / "two.5dpgn"
    path.write_text(text, encoding="utf-8")
    data = text.encode("utf-8")
    sources: list[Callable[[], Any]] = [
        lambda: path,
        lambda: str(path),
        lambda: StringIO(text),
        lambda: BytesIO(data),
        lambda: TextIOWrapper(BytesIO(data), encoding="utf-8"),
        lambda: BytesIO(text.encode("utf-16")),
    ]
    for make in sources:
        assert [game.headers["White"] for game in hc.read_games(make())] == ["Zoë"] * 2
    with path.open("rb") as opened:
        assert len(list(read_games(opened))) == 2
        assert not opened.closed
        opened.seek(0)
        assert next(read_games(opened, "shad")).problems[0].source.name == "two.5dpgn"


def test_what_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(InvalidArgument, match="expected a path or a stream, found 5"):
        read_games(5)  # type: ignore[call-overload]
    with pytest.raises(UnknownNotation):
        read_games(tmp_path / "x", "nothing")
    games = read_games(tmp_path / "nothing.5dpgn")
    with pytest.raises(FileNotFoundError):
        next(games)

    class Odd:
        def read(self, size: int) -> Any:
            return None

    with pytest.raises(InvalidArgument, match="<stream>: read\\(\\) gives NoneType, not text or bytes"):
        next(read_games(Odd()))


def test_strict_raises_at_the_game_that_is_wrong() -> None:
    games = read_games(StringIO('[Board "Standard"] 1. e4 [Board "Standard"] 1. Nf9'), strict=True)
    assert next(games).problems == ()
    with pytest.raises(ParseError, match="illegal-move"):
        next(games)


def test_an_empty_stream_has_one_empty_game() -> None:
    assert list(map(value, read_games(StringIO("")))) == list(map(value, hc.parse_all("")))


class Generated:
    """A stream of many games that are never all there."""

    def __init__(self, game: str, count: int) -> None:
        self.games: Iterator[str] = (game.format(number) for number in range(count))
        self.left = ""

    def read(self, size: int) -> str:
        while len(self.left) < size and (game := next(self.games, "")):
            self.left += game
        text, self.left = self.left[:size], self.left[size:]
        return text


def peak(game: str, count: int, notation: str) -> int:
    """Return the peak memory of reading `count` games, in bytes."""
    tracemalloc.start()
    try:
        assert sum(1 for _ in read_games(Generated(game, count), notation)) == count
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.slow
def test_memory_does_not_grow_with_the_number_of_games() -> None:
    game = '{{"format": "none", "number": {}}}\n'
    peak(game, 3_000, "json")  # permanent allocations happen here
    few, many = peak(game, 3_000, "json"), peak(game, 20_000, "json")
    assert many < few * 1.2 + 200_000
    assert many < 3_000_000


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("notation", "game"),
    [
        ("shad", '[Board "Standard"]\n[Round "{}"]\n1. e4 / e5 {{fine}} 1-0\n\n'),
        ("icn", "[Event: {}] w (8|1) K5,1|P4,2|k5,8 1. 4,2>4,3\n"),
        ("dynamical", '[Round "{}"]\n<0T1>1[e3]\n'),
    ],
)
def test_memory_does_not_grow_with_the_number_of_real_games(notation: str, game: str) -> None:
    peak(game, 4_000, notation)
    few, many = peak(game, 4_000, notation), peak(game, 20_000, notation)
    assert many < few * 1.2 + 500_000
    assert many < 8_000_000
