import pytest

from hyperchess.picture.styles import rules
from hyperchess.picture.theme import MARKS, OWNERS, THEMES, Theme, UnknownTheme, contrast, find_theme

ENOUGH = 4.5
themes = pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))


@themes
def test_text_can_be_read(theme: Theme) -> None:
    for ground in (theme.ground, theme.band, theme.band_white, theme.band_black):
        for ink in (theme.ink, theme.quiet):
            assert contrast(ink, ground) >= ENOUGH, (ink, ground)
    assert contrast(theme.ink, theme.light) >= ENOUGH
    assert contrast(theme.accent_ink, theme.accent) >= ENOUGH


@themes
def test_text_on_the_bar_of_the_present_can_be_read(theme: Theme) -> None:
    assert contrast(theme.ink, _over(theme.accent, theme.ground, 0.16)) >= ENOUGH


@themes
def test_marks_stand_out_from_the_edge_that_they_bring_along(theme: Theme) -> None:
    assert set(theme.marks) == set(MARKS)
    for name, mark in theme.marks.items():
        assert contrast(mark.core, mark.edge) >= ENOUGH, name


@themes
def test_the_frame_of_waiting_boards_stands_out(theme: Theme) -> None:
    assert contrast(theme.accent, theme.ground) >= ENOUGH


@themes
def test_pieces_stand_out_from_all_squares(theme: Theme) -> None:
    """By their fill or by their outline, which also stand out from each other."""
    assert set(theme.owners) == set(OWNERS)
    for name, owner in theme.owners.items():
        assert contrast(owner.fill, owner.line) >= ENOUGH, name
        for square in (theme.light, theme.dark, *(mark.tint for mark in theme.marks.values())):
            best = max(contrast(owner.fill, square), contrast(owner.line, square))
            assert best >= ENOUGH, (name, square)


@themes
def test_boards_of_both_players_have_frames_that_differ(theme: Theme) -> None:
    assert contrast(theme.owners["white"].fill, theme.owners["black"].fill) >= ENOUGH


def test_all_themes_style_the_same_classes() -> None:
    assert len({tuple(rules(theme)) for theme in THEMES.values()}) == 1


def test_an_unknown_theme_is_a_sentence_with_a_suggestion() -> None:
    with pytest.raises(UnknownTheme, match="unknown theme 'drak'; did you mean 'dark'"):
        find_theme("drak")


def _over(upper: str, lower: str, opacity: float) -> str:
    parts = (
        round(opacity * int(upper[place : place + 2], 16) + (1 - opacity) * int(lower[place : place + 2], 16))
        for place in (1, 3, 5)
    )
    return "#" + "".join(f"{part:02x}" for part in parts)
