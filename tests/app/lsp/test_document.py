"""Incremental reading: after any edit a document has the parts that a new document with its text has."""

from __future__ import annotations

from random import Random

import pytest
from lsprotocol.types import (
    Position,
    Range,
    TextDocumentContentChangePartial,
    TextDocumentContentChangeWholeDocument,
)

import hyperchess as hc
from hyperchess.app.lsp.document import Document
from hyperchess.app.lsp.reading import Part, read_part
from hyperchess.notation.registry import Notation

GAMES = {
    hc.GameKind.MULTIVERSE: hc.parse(
        '[Board "Standard"] 1. e4 {one} / e5 (2w. d4) 2. Nf3 / Nc6 3. Bb5 / a6 1-0'
    ),
    hc.GameKind.INFINITE: hc.parse("[Event: x] w (8|1) P4,2+|K5,1|k3,9|p4,7+ 4,2>4,4|4,7>4,5|5,1>5,2"),
}
SEVERAL = [notation for notation in hc.notations().values() if notation.boundaries is not None]


def long_text(notation: Notation) -> str:
    text = notation.write(GAMES[notation.kinds[0]]).text
    text = f"[{', '.join([text] * 3)}]" if notation.shape else f"{text}\n"
    return text * (1 + 14_000 // len(text))


def content(document: Document) -> list[tuple[int, str, int, bool]]:
    return [(start, part.text, part.length, part.is_last) for start, part in document.located()]


def fresh(text: str, notation: Notation) -> Document:
    return Document("file:///a.txt", text, notation=notation.name)


@pytest.mark.parametrize("notation", SEVERAL, ids=[notation.name for notation in SEVERAL])
@pytest.mark.parametrize("seed", range(2))
def test_edits_give_the_parts_of_a_new_document(notation: Notation, seed: int) -> None:
    random = Random(seed)
    text = long_text(notation)
    document = fresh(text, notation)
    signs = ["", "1-0 ", "{", "}", "[", "]", '[Board "Standard"]\n', "1. ", "\n", '"', ",", "(", "x"]
    for _ in range(12):
        start = random.randrange(len(text) + 1)
        end = min(len(text), start + random.choice((0, 0, 1, 5, 300)))
        text = text[:start] + random.choice((*signs, text[start : start + 900])) + text[end:]
        document.set_text(text)
        assert content(document) == content(fresh(text, notation))


def test_only_the_changed_game_is_read_again() -> None:
    notation = hc.notations()["shad"]
    document = fresh(long_text(notation), notation)
    before = document.parts
    place = document.text.index("Bb5", 9_000)
    document.set_text(document.text[:place] + "Bc4" + document.text[place + 3 :])
    assert len(document.parts) == len(before) > 50
    assert len([part for part in document.parts if part not in before]) == 1


def test_a_snapshot_stays_as_it_is() -> None:
    notation = hc.notations()["shad"]
    document = fresh(long_text(notation), notation)
    snapshot = document.snapshot()
    before = content(snapshot)
    document.set_text("\n" + document.text)
    assert content(snapshot) == before != content(document)


def test_problems_are_those_of_the_whole_text() -> None:
    notation = hc.notations()["shad"]
    text = long_text(notation).replace("Bb5", "Bb9", 3).replace("{one}", "{one", 1)
    document = fresh(text, notation)
    found = [
        (start + problem.span.start, start + problem.span.end, problem.message)
        for start, part in document.located()
        for problem in read_part(part, notation, "shad").problems
    ]
    whole = [problem for game in hc.parse_all(text, "shad") for problem in game.problems]
    assert found == [(*problem.span, problem.message) for problem in whole]


def test_changes_of_the_protocol() -> None:
    document = Document("file:///a%20b.5dpgn", "1. e4\r\n/ e5", version=1)
    changes = [
        TextDocumentContentChangePartial(Range(Position(1, 2), Position(1, 4)), "c5"),
        TextDocumentContentChangePartial(Range(Position(0, 99), Position(1, 0)), " "),
    ]
    document.apply(changes, 2)
    assert (document.text, document.version, document.file_name) == ("1. e4 / c5", 2, "a b.5dpgn")
    document.apply([TextDocumentContentChangeWholeDocument("1. d4")], 3)
    assert document.text == "1. d4"


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [("a.icn", "", "icn"), ("a.5dpgn", "[", "shad"), ("a.txt", "", None), ("a.icn", "1. e4 / e5", "shad")],
)
def test_the_file_name_decides_while_the_text_does_not(name: str, text: str, expected: str | None) -> None:
    notation = Document(f"file:///{name}", text).likely_notation
    assert (None if notation is None else notation.name) == expected


def test_the_games_used_last_are_kept() -> None:
    notation = hc.notations()["shad"]
    document = fresh(long_text(notation), notation)
    first, *others = document.parts
    games = document.games(first)
    assert document.games(first) is games

    def read(parts: list[Part]) -> None:
        for part in parts:
            document.games(part)

    read(others[:15])
    assert document.games(first) is games
    read(others[:16])
    assert document.games(first) is not games
