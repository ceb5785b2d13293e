"""Highlighting: every correct file of the corpora, in every notation, is made of known tokens."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from pygments.lexers import get_lexer_by_name, get_lexer_for_filename  # type: ignore[import-untyped]
from pygments.token import Error  # type: ignore[import-untyped]

import hyperchess as hc
from hyperchess.app.lsp.grammar import KINDS, RULES, tokenize
from hyperchess.app.lsp.lexer import NotationLexer
from hyperchess.app.lsp.reading import Games
from hyperchess.notation.registry import Notation
from hyperchess.text import Source
from scripts import textmate

CORPUS = Path(__file__).parents[2] / "corpus"
FILES = [
    *(path for folder in ("good", "icn/good", "small/good") for path in sorted((CORPUS / folder).iterdir())),
    *sorted((CORPUS / "dynamical").glob("*.txt")),
]
GAMES = [
    path for path in FILES if path.suffix != ".json" and (path.suffix != ".txt" or "dynamical" in str(path))
]
TEXTS = [notation for notation in hc.notations().values() if not notation.shape]
SAMPLES = {
    hc.GameKind.MULTIVERSE: hc.parse(
        '[White "A \\"B\\" C"] 1. e4! {x [%clk 0:01:00] {y}} / e5 2. Nf3 / Nc6 1-0'
    ),
    hc.GameKind.INFINITE: hc.parse(
        "[Event: a [b] c] w (8|1) P4,2+|K5,1|k3,9|p4,7+ 4,2>4,4! {x}|4,7>4,5|5,1>5,2"
    ),
}


def test_the_corpora_have_games() -> None:
    assert len(GAMES) > 70


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_correct_file_has_no_unknown_token(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    tokens = list(NotationLexer(stripnl=False, ensurenl=False).get_tokens(text))
    assert "".join(value for _, value in tokens) == text
    assert [value for kind, value in tokens if kind in Error] == []


@pytest.mark.parametrize("notation", TEXTS, ids=[notation.name for notation in TEXTS])
def test_moves_of_every_notation_are_not_comments(notation: Notation) -> None:
    text = notation.write(SAMPLES[notation.kinds[0]]).text
    tokens = list(tokenize(text))
    assert all(token.kind for token in tokens)
    places = Games(tuple(notation.read(Source(text))), has_spans=True).places
    assert places
    for place in places:
        kinds = {
            token.kind for token in tokens if place.span.start <= token.start and token.end <= place.span.end
        }
        assert "move" in kinds and not kinds & {"comment", "command", "key", "value"}


def test_a_file_with_a_strange_sign_has_an_unknown_token() -> None:
    assert [token.kind for token in tokenize("1. e4 \N{SNOWMAN} e5")] == ["number", "move", "", "move"]


def test_pygments_finds_the_lexer() -> None:
    for lexer in (*map(get_lexer_by_name, NotationLexer.aliases), get_lexer_for_filename("a.icn")):
        assert isinstance(lexer, NotationLexer)


def test_the_grammar_of_editors_is_up_to_date() -> None:
    assert textmate.main(["--check"]) == 0
    grammar = json.loads(textmate.FILE.read_text(encoding="utf-8"))
    assert len(grammar["patterns"]) == len(RULES) + 1


def test_an_old_grammar_is_reported(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(textmate, "FILE", tmp_path / "syntaxes" / "old.json")
    assert textmate.main(["--check"]) == 1 and "old.json is out of date" in capsys.readouterr().err
    assert textmate.main([]) == 0 == textmate.main(["--check"])


def test_every_kind_of_token_is_used() -> None:
    assert set(KINDS) == {kind for rule in RULES for kind in rule.kinds} | {"command"}
