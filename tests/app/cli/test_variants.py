"""variants and notations."""

import json

from hyperchess import infinite, multiverse
from hyperchess.notation.registry import notations

from .runner import run


def test_a_variant_is_shown_with_boards_fen_and_hash() -> None:
    code, out, _ = run("variants", "standard")
    assert code == 0
    assert "8 rnbqkbnr" in out
    assert "P*P*P*P*P*P*P*P*/R*NBQK*BNR*:0:1:w]" in out
    assert "hash d574889fd9da3f2bc65249ff27249b00" in out


def test_all_variants_of_both_games_are_listed() -> None:
    out = run("variants", columns=120).out
    for variant in multiverse.variants():
        assert variant.name in out
    for named in infinite.variants():
        assert named.name in out


def test_machines_read_json() -> None:
    one = json.loads(run("variants", "two timelines", "--json").out)
    assert (one["name"], one["parity"], one["game"]) == ("Standard - Two Timelines", "even", "5d")
    assert one["hash"] == "3672761404ffcd15ae644c75401812be"
    everything = json.loads(run("variants", "--json").out)
    assert len(everything) == len(multiverse.variants()) + len(infinite.variants())
    classical = json.loads(run("variants", "Classical", "--json").out)
    assert (classical["game"], classical["pieces"]) == ("infinite", 32)


def test_a_variant_of_infinite_chess_is_drawn() -> None:
    out = run("variants", "classical").out
    assert out.startswith("Classical (infinite chess, 32 pieces)\n\n8 r n b q k b n r\n")


def test_an_unknown_variant_is_a_sentence_and_an_exit_code() -> None:
    assert run("variants", "Prinzess") == (
        2,
        "",
        "hyperchess: unknown variant 'Prinzess'; did you mean 'Standard - Princess'?\n",
    )
    assert "did you mean 'Palace'?" in run("variants", "Pallace").err


def test_notations_with_the_options_of_their_writers() -> None:
    out = run("notations", columns=120).out
    assert all(notation.title in out for notation in notations().values())
    one = run("notations", "branched").out
    assert "style=" in one
    assert "short or full" in one
    data = json.loads(run("notations", "--json").out)
    assert {row["name"]: row["game"] for row in data}["icn"] == "infinite"
    assert json.loads(run("notations", "branched", "--json").out)["options"][0]["name"] == "style"
    assert run("notations", "brnched").code == 2
