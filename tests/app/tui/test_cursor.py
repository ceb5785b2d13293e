import pytest

from hyperchess.app.files.inputs import InputError
from hyperchess.app.tui.cursor import Cursor
from hyperchess.app.tui.navigation import find_target, search
from hyperchess.app.tui.terminal_text import cut, wrap
from hyperchess.app.tui.tree_text import tree_lines
from hyperchess.errors import UnknownPlace
from hyperchess.game import Comment, Game
from hyperchess.infinite import Square
from hyperchess.multiverse import Color
from hyperchess.notation.reading import parse
from tests.app.tui.games import BROKEN, TWO_MOVES, example, infinite, tree


def test_moves_are_steps_within_an_action() -> None:
    cursor = Cursor([parse(TWO_MOVES)])
    assert cursor.next_move()
    assert (cursor.label, cursor.step, cursor.shown.complete) == ("1w", 1, False)
    assert len(cursor.shown.moves) == 1
    assert cursor.shown.position.player is Color.WHITE
    assert cursor.next_move()
    assert cursor.shown.complete
    assert cursor.shown.position == cursor.node.position
    assert cursor.next_move()
    assert (cursor.label, cursor.step) == ("1b", 1)
    assert cursor.previous_move()
    assert (cursor.label, cursor.step) == ("1w", 2)
    assert cursor.previous_move()
    assert cursor.previous_move()
    assert not cursor.previous_move()
    assert cursor.node is cursor.game.root


def test_an_action_is_finished_before_the_next_one_begins() -> None:
    cursor = Cursor([parse(TWO_MOVES)])
    cursor.next_move()
    assert cursor.next_action()
    assert (cursor.label, cursor.step) == ("1w", 2)
    assert cursor.next_action()
    assert (cursor.label, cursor.step) == ("1b", 2)
    assert not cursor.next_action()
    assert not cursor.next_move()


def test_variations_are_a_circle_and_are_remembered() -> None:
    cursor = Cursor([tree()])
    cursor.go(find_target(cursor, "2w").node or cursor.node)
    assert cursor.text == "Nf3"
    assert cursor.turn_to_variation(1)
    assert cursor.text == "d4"
    assert cursor.previous_action()
    assert cursor.next_action()
    assert cursor.text == "d4"
    assert [node.moves[0].text for node in cursor.line][-1] == "Qxd4"
    assert cursor.turn_to_variation(-1)
    assert cursor.text == "Nf3"
    assert cursor.first()
    assert not cursor.turn_to_variation(1)
    assert cursor.last()
    assert cursor.text == "Nc6"


def test_games_are_turned_to_one_after_the_other() -> None:
    cursor = Cursor([tree(), infinite()])
    cursor.last()
    assert cursor.turn_to_game(1)
    assert (cursor.index, cursor.node) == (1, cursor.games[1].root)
    assert not cursor.turn_to_game(2)
    assert not cursor.turn_to_game(-1)


def test_a_broken_game_is_shown_up_to_where_it_can_be_followed() -> None:
    cursor = Cursor([parse(BROKEN)])
    cursor.last()
    assert cursor.label == "2b"
    assert cursor.shown.position == cursor.game.main_line[1].position
    assert cursor.shown.stop == (
        "The game stops at 2w. Nf9: some move cannot be played; ! lists the problems."
    )
    cursor.go(cursor.game.main_line[1])
    assert cursor.shown.stop == ""


def test_an_action_that_may_not_be_submitted_shows_its_moves() -> None:
    game = parse('[Board "Standard"]\n1. e3 / f6 2. Qh5 / a6')
    cursor = Cursor([game])
    cursor.last()
    assert "may not be submitted" in cursor.shown.stop
    assert len(cursor.shown.moves) == 1
    assert not cursor.shown.complete


def test_a_game_without_a_start_says_so() -> None:
    cursor = Cursor([Game(None)])
    assert cursor.shown.position is None
    assert "does not say from which position it starts" in cursor.shown.stop


@pytest.mark.parametrize(("text", "label"), [("2b", "2b"), ("2w.", "2w"), (" 2 ", "2b"), ("end", "2b")])
def test_actions_are_found_by_their_number(text: str, label: str) -> None:
    cursor = Cursor([tree()])
    node = find_target(cursor, text).node
    assert node is not None
    cursor.go(node)
    assert cursor.label == label


def test_a_number_is_looked_for_on_the_line_that_is_shown() -> None:
    cursor = Cursor([tree()])
    cursor.go(tree_lines(cursor.game, 40)[-2].node)
    cursor.go(find_target(cursor, "2w").node or cursor.node)
    cursor.turn_to_variation(1)
    place = find_target(cursor, "3w")
    assert place.node is not None
    assert place.node.moves[0].text == "Qxd4"


@pytest.mark.parametrize("text", ["99b", "nowhere", ""])
def test_a_place_that_is_not_there_is_a_sentence(text: str) -> None:
    if text:
        with pytest.raises(UnknownPlace):
            find_target(Cursor([tree()]), text)
    else:
        assert find_target(Cursor([tree()]), text).node is not None


def test_squares_are_places_of_infinite_games_only() -> None:
    assert find_target(Cursor([infinite()]), "-12, 10000000000000000000000").square == Square(-12, 10**22)
    with pytest.raises(InputError, match="expected"):
        find_target(Cursor([infinite()]), "3,x")
    with pytest.raises(UnknownPlace):
        find_target(Cursor([tree()]), "1,2")


def test_search_goes_through_all_games() -> None:
    hits = search([tree(), infinite()], "ear")
    assert [(hit.game, hit.where) for hit in hits] == [(0, "comment at 3w")]
    assert [hit.where for hit in search([tree(), infinite()], "cantor")] == ["header White"]
    assert search([tree()], " ") == []


def test_variations_are_indented_and_wrapped() -> None:
    lines = tree_lines(tree(), 30)
    assert [line.lead + line.text for line in lines][3:] == [
        "1w  e4",
        "1b  e5",
        "    solid",
        "2w  Nf3",
        "│ 2w  d4",
        "│ 2b  exd4",
        "│ 3w  Qxd4",
        "│     early",
        "│ │ 3w  c3",
        "2b  Nc6",
        "    1-0",
    ]
    narrow = tree_lines(example(), 20)
    assert max(len(line.lead + line.text) for line in narrow) <= 20


def test_text_of_strangers_cannot_steer_the_terminal() -> None:
    game = parse('[White "A\x1b[31mda"]\n1. e4')
    game.root.comments.append(Comment("bell \x07 and\nline"))
    text = "".join(line.lead + line.text for line in tree_lines(game, 40))
    assert text.isprintable()
    assert wrap("日本語の注釈", 6) == ["日本語", "の注釈"]
    assert cut("日本語", 3) == "日…"
