"""Writer profiles: texts for other programs, and 5d-chess-js itself if npm has installed it."""

import shutil
from pathlib import Path

import pytest

import hyperchess as hc
from benchmarks.peers import corpus, read_by_5d_chess_js
from hyperchess.multiverse import find_variant
from hyperchess.notation.profiles import PROFILES, Profile
from hyperchess.notation.registry import find_notation
from hyperchess.ruleset import GameKind
from tests.notation.comparison import tell

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("profile", PROFILES, ids=lambda profile: profile.name)
def test_profiles_name_options_of_their_notation(profile: Profile) -> None:
    assert set(profile.options) <= set(find_notation(profile.notation).options)


@pytest.mark.parametrize("profile", PROFILES[:4], ids=lambda profile: profile.name)
def test_the_text_for_a_program_is_read_back(profile: Profile) -> None:
    notation = find_notation(profile.notation)
    for name, game in corpus(GameKind.MULTIVERSE):
        written = notation.write(game, **profile.options)
        lost = {loss.kind for loss in written.losses}
        assert tell(hc.parse(written.text, notation.name), lost) == tell(game, lost), name


def test_5d_chess_js_accepts_the_corpus() -> None:
    if shutil.which("node") is None:
        pytest.skip("node is not installed")
    if not (ROOT / "node_modules" / "5d-chess-js").is_dir():
        pytest.skip("5d-chess-js is not installed; `npm ci` installs it")
    games = dict(corpus(GameKind.MULTIVERSE))
    reasons = read_by_5d_chess_js(
        str(ROOT), [hc.write(game, profile="5d-chess-js") for game in games.values()]
    )
    assert {name: why for name, why in zip(games, reasons, strict=True) if why} == {}
    assert len(games) > 60


def test_a_variant_is_named_as_the_program_spells_it() -> None:
    game = hc.parse('[Board "Misc - Timeline Tactician"] 1. (+0T1)Pa3')
    assert '[Board "Misc - Timeline Tactitian"]' in hc.write(game, profile="shad")
    assert '[Board "custom"]' in hc.write(game, profile="5d-chess-js")


def test_the_result_is_in_a_header_and_comments_have_no_braces() -> None:
    game = hc.parse('[Board "Standard"] 1. e4 {a {b} c} / e5 1-0')
    text = hc.write(game, profile="5d-chess-js")
    assert '[Result "1-0"]' in text
    assert text.endswith("1. e4 {a (b) c} / e5\n")


def test_options_override_those_of_the_profile() -> None:
    game = hc.parse("1. e4 / e5 1-0")
    assert hc.write(game, profile="shad", results="end").endswith("1-0\n")


def test_boards_next_to_a_name_are_kept_on_request_and_otherwise_lost() -> None:
    boards = find_variant("Very Small").position.fen()
    text = f'[Board "Very Small"]\n{boards}\n1. cxb3\n'
    kept = hc.convert(text, "shad", start="both")
    assert boards in kept.text
    assert '[Board "Very Small"]' in kept.text
    assert not kept.losses
    lost = hc.convert(text, "shad")
    assert "KRBN" not in lost.text
    assert [loss.kind for loss in lost.losses] == ["boards"]
    assert not hc.convert('[Board "Very Small"] 1. cxb3', "shad").losses


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"profile": "ftix"}, "unknown program 'ftix'; did you mean 'ftxi'?"),
        ({"profile": "ftxi", "notation": "shad"}, "a profile chooses the notation; give one of them"),
        ({}, "notation: expected the name of a notation, or a profile"),
    ],
)
def test_wrong_arguments_are_refused(arguments: dict[str, str], message: str) -> None:
    game = hc.parse("1. e4")
    with pytest.raises(hc.InvalidArgument) as refused:
        hc.write(game, **arguments)
    assert str(refused.value) == message


def test_clocks_are_written_before_the_moves_for_a_recorder() -> None:
    text = "1.{20:05}(0T1)Ng1f3/{19:58}(0T1)Ng8f6 2.{1:20:01}(0T2)Nf3g5 {a fork}"
    game = hc.parse(text)
    written = hc.write(game, profile="recorder")
    body = written.split("\n\n", 1)[1]
    assert "".join(body.split()) == "".join(text.split())
    assert [str(node.clock) for node in hc.parse(written).main_line] == ["0:20:05", "0:19:58", "1:20:01"]
    assert hc.parse(written).main_line[-1].comments == game.main_line[-1].comments
