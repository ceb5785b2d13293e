"""Tests of the page that hold on the board without a server too, by night: the same functions."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext

from tests.page.conftest import watch_errors
from tests.page.test_chapters import (
    test_a_text_with_several_games_is_one_study,
    test_chapters_are_added_and_deleted,
)
from tests.page.test_editor import (
    panel,
    test_an_infinite_position_is_put_together,
    test_pieces_become_5dfen_and_a_study,
)
from tests.page.test_engine import (
    test_a_hint_says_why,
    test_a_proven_mate_says_so,
    test_lines_of_infinite_chess,
    test_the_number_of_lines_and_a_click_on_a_move,
)
from tests.page.test_explorer import (
    test_a_click_plays_what_was_played_and_it_follows,
    test_a_query_finds_games_of_the_position,
    test_infinite_chess,
)
from tests.page.test_game import (
    test_a_game_against_the_computer,
    test_a_mate_ends_the_game_and_leaves_a_study,
    test_the_computer_begins_a_game_of_infinite_chess,
)
from tests.page.test_learn import test_a_step_by_keys_alone
from tests.page.test_play import (
    test_a_branching_jump_makes_a_timeline,
    test_a_promotion_asks_what_the_pawn_becomes,
    test_what_is_attacked_after_passing,
)
from tests.page.test_proof import test_a_chosen_file_is_walked_through
from tests.page.test_review import (
    test_a_review_names_the_mistakes,
    test_learning_from_a_mistake,
)
from tests.page.test_study import (
    test_a_comment_is_kept,
    test_a_variation_is_promoted_demoted_and_deleted,
    test_arrows_and_squares_are_kept_in_the_comments,
    test_export_and_import_again,
)
from tests.page.test_trainer import (
    test_a_wrong_answer_says_why_and_comes_again,
    test_solving_by_mouse_and_the_next_one,
)
from tests.site.conftest import SiteBoard

__all__ = [
    "panel",
    "test_a_branching_jump_makes_a_timeline",
    "test_a_chosen_file_is_walked_through",
    "test_a_click_plays_what_was_played_and_it_follows",
    "test_a_comment_is_kept",
    "test_a_game_against_the_computer",
    "test_a_hint_says_why",
    "test_a_mate_ends_the_game_and_leaves_a_study",
    "test_a_promotion_asks_what_the_pawn_becomes",
    "test_a_proven_mate_says_so",
    "test_a_query_finds_games_of_the_position",
    "test_a_review_names_the_mistakes",
    "test_a_step_by_keys_alone",
    "test_a_text_with_several_games_is_one_study",
    "test_a_variation_is_promoted_demoted_and_deleted",
    "test_a_wrong_answer_says_why_and_comes_again",
    "test_an_infinite_position_is_put_together",
    "test_arrows_and_squares_are_kept_in_the_comments",
    "test_chapters_are_added_and_deleted",
    "test_export_and_import_again",
    "test_infinite_chess",
    "test_learning_from_a_mistake",
    "test_lines_of_infinite_chess",
    "test_pieces_become_5dfen_and_a_study",
    "test_solving_by_mouse_and_the_next_one",
    "test_the_computer_begins_a_game_of_infinite_chess",
    "test_the_number_of_lines_and_a_click_on_a_move",
    "test_what_is_attacked_after_passing",
]

pytestmark = pytest.mark.nightly


class _Ready(SiteBoard):
    """A board on which Python has always started."""

    def open(self, fragment: str = "") -> _Ready:
        super().open(fragment)
        self.ready()
        return self


@pytest.fixture
def board(context: BrowserContext) -> Iterator[_Ready]:
    """The page without a server. An error in its console fails the test."""
    page = context.new_page()
    errors = watch_errors(page)
    shown = _Ready(page)
    yield shown
    assert [error for error in errors if not any(one in error for one in shown.refusals)] == []
