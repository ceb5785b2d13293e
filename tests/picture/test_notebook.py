"""Display in notebooks, without a notebook: it asks values for `_repr_mimebundle_` and `_repr_svg_`."""

import pickle
import sys
from types import SimpleNamespace
from typing import Any

import pytest

import hyperchess as hc
from hyperchess import infinite, multiverse, picture
from hyperchess.game import Game, WrittenMove
from tests.picture.scenes import example, infinite_game, jumps

SVG = "image/svg+xml"


def shown(subject: Any) -> dict[str, str]:
    bundle: dict[str, str] = subject._repr_mimebundle_(include=None, exclude=None)
    assert bundle["text/plain"].startswith(repr(subject))
    assert " at 0x" not in bundle["text/plain"]
    return bundle


@pytest.mark.parametrize(
    "subject",
    [multiverse.start("Standard"), infinite_game(), example(), example().root, jumps(), jumps().position],
    ids=lambda subject: type(subject).__name__,
)
def test_positions_games_and_nodes_show_their_picture(subject: Any) -> None:
    bundle = shown(subject)
    assert bundle[SVG] == picture.svg(subject)
    assert type(bundle[SVG]) is str
    assert "no picture" not in bundle["text/plain"]


def test_a_game_that_cannot_be_followed_shows_how_far_it_goes() -> None:
    game = hc.parse('[Board "Standard"] 1. e4 / e5 2. Ka8 / Kh1 3. Kd8')
    assert game.problems and not game.end.is_resolved
    known = game.end.last_resolved
    assert shown(game)[SVG] == shown(game.end)[SVG] == picture.svg(known)
    assert "problem" in repr(game)


def test_a_game_without_a_start_says_why_there_is_no_picture() -> None:
    game: Game[Any, Any] = Game(None)
    node = game.root.attach((WrittenMove(None, "nonsense"),))
    for subject in (game, node, game.root):
        bundle = shown(subject)
        assert SVG not in bundle
        assert "no picture: the game does not say from which position it starts" in bundle["text/plain"]


def test_moves_that_cannot_be_played_do_not_stop_a_notebook() -> None:
    position = multiverse.start("Standard")
    game: Game[Any, Any] = Game(position)
    game.root.attach((WrittenMove(position.read("e4")[0]), WrittenMove(position.read("d4")[0])))
    bundle = shown(game)
    assert SVG in bundle or "no picture: " in bundle["text/plain"]


@pytest.mark.parametrize("text", ["", "]]]]", "1. e4 e4 e4", "(" * 300, '[Board "?"] 1. Zz9 / \x00', "{"])
def test_whatever_is_read_can_be_shown(text: str) -> None:
    for game in hc.parse_all(text):
        shown(game)
        shown(game.end)


def test_names_say_what_a_value_is() -> None:
    game = hc.parse('[White "Ada"] [Board "Standard"] 1. e3 / f6 2. Qe2 / Nc6 3. Qh5# 1-0')
    assert repr(game) == "<Game of 5D chess: 'Ada' - '?', 5 actions, 1-0>"
    assert repr(hc.Game(None)) == "<Game of 5D chess: 0 actions>"
    assert repr(Game(infinite.start("Classical"))) == "<Game of infinite chess: 0 actions>"
    assert repr(game.end) == "<Node 3w. 'Qh5#'>"
    assert repr(game.root) == "<Node before the first action>"
    assert len(repr(Game(None, {"White": "x" * 10_000}))) < 200
    broken = hc.parse('[Board "Standard"] 1. e5')
    assert repr(broken) == "<Game of 5D chess: 1 action, 1 problem>"


def test_svg_text_shows_itself_and_stays_text() -> None:
    text = picture.svg(multiverse.start("Standard"))
    assert type(text) is picture.Svg
    assert type(text._repr_svg_()) is str
    assert text._repr_svg_() == text
    assert pickle.loads(pickle.dumps(text)) == text


class Formatter(dict[type, Any]):
    for_type = dict.__setitem__


def test_a_theme_can_be_chosen_for_a_notebook(monkeypatch: pytest.MonkeyPatch) -> None:
    formatter = Formatter()
    shell = SimpleNamespace(display_formatter=SimpleNamespace(formatters={SVG: formatter}))
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))
    assert picture.install_notebook_hooks(theme="dark")
    node = jumps()
    for subject in (node, node.game, node.position, infinite.start("Classical")):
        assert "hc-dark" in formatter[type(subject)](subject)
    assert formatter[Game](Game(None)) is None  # nothing to draw: the notebook shows its text
    picture.unload_ipython_extension(shell)
    assert not formatter


def test_without_a_notebook_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "IPython", raising=False)
    assert not picture.install_notebook_hooks()
