"""Our output in Axel's notation and in cwmtt's conforms to their grammars, for all games of the corpus."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import hyperchess as hc
from tests.notation.comparison import AnyGame, assert_kept
from tests.notation.random_games import VARIANTS, random_game
from tests.notation.recognisers import Refused, axel_actions, cwmtt_actions

GOOD = Path(__file__).parents[1] / "corpus" / "good"
_AXEL = set("PKNRQDUB")
_CWMTT = set("KNBRQPUDWYC")


@cache
def games() -> tuple[AnyGame, ...]:
    found = [game for path in sorted(GOOD.glob("*.5dpgn")) for game in hc.read_all(path)]
    made = [random_game(seed, variant=VARIANTS[seed % len(VARIANTS)], variations=0) for seed in range(33)]
    return tuple(game for game in (*found, *made) if game.main_line and game.start is not None)


def letters(game: AnyGame) -> set[str]:
    """The pieces of the start, and those that pawns become."""
    assert game.start is not None
    rows = (board.fen().strip("[]").partition(":")[0] for board in game.start.boards)
    return {letter.upper() for row in rows for letter in row if letter.isalpha()} | set(promotions(game))


def promotions(game: AnyGame) -> Iterator[str]:
    for node in game.main_line:
        for move in node.action or ():
            if move.promotion:
                yield move.promotion


@pytest.mark.parametrize("style", ["full", "short"])
def test_axel_is_in_its_grammar(style: str) -> None:
    checked = 0
    for game in games():
        written = hc.write(game, "axel", style=style, headers="none")
        expressible = letters(game) <= _AXEL and set(promotions(game)) <= set("QNRDU")
        if expressible:
            actions = axel_actions(written)
            resolved = [node for node in game.main_line if node.is_resolved]
            assert len(actions) == len(resolved)
            checked += 1
    assert checked >= 30


def test_axel_says_what_its_grammar_does_not_hold() -> None:
    for game in games():
        losses = {loss.kind for loss in hc.convert(hc.write(game, "json"), to="axel", headers="none").losses}
        try:
            axel_actions(hc.write(game, "axel", headers="none"))
        except Refused:
            assert losses & {"pieces", "promotions"}


def test_cwmtt_is_in_its_grammar_and_comes_back() -> None:
    checked = 0
    for game in games():
        if letters(game) <= _CWMTT:
            actions = cwmtt_actions(hc.write(game, "cwmtt"))
            resolved = [node for node in game.main_line if node.is_resolved]
            assert len(actions) == len(resolved)
            if len(resolved) == len(game.main_line):
                assert_kept(game, "cwmtt")
            checked += 1
    assert checked >= 50


@pytest.mark.parametrize(
    "text",
    [
        "Rab8",
        "e8=Q",
        "O-O",
        "N>>t-1l+1c5",
        "L0 N>>t-1f5",
        '[Board "Standard"]\ne4',
        "e4 ; ; e5",
        "1.. e4",
        "Sf3",
    ],
)
def test_the_recogniser_of_cwmtt_refuses(text: str) -> None:
    with pytest.raises(Refused):
        cwmtt_actions(text)


@pytest.mark.parametrize(
    "text", ['[Board "Standard"]\n1. e4.', "1. e4, e5.", "1. Sf3.", "1. cxd.", "1. e8=B."]
)
def test_the_recogniser_of_axel_refuses(text: str) -> None:
    with pytest.raises(Refused):
        axel_actions(text)


def test_the_recogniser_of_cwmtt_takes_its_own_samples() -> None:
    text = "5wT4. 0LT4Q>>xf7 /\n5bT1. Kxf7;-;_\n;_ ? a comment; more\n\n-1LQf3+ / N>>0Lt0f4; N>>t-1d6\n"
    text += "xe3/aRxb8#"
    assert cwmtt_actions(text) == [
        ["0LT4Q>>xf7"],
        ["Kxf7", "-", "_", "_"],
        ["-1LQf3"],
        ["N>>0Lt0f4", "N>>t-1d6"],
        ["xe3"],
        ["aRxb8"],
    ]
