from pathlib import Path

from scripts.logo import LOGO, render

ROOT = Path(__file__).parents[2]


def test_the_logo_is_what_the_renderer_draws() -> None:
    """If this fails, look at the new one: python -m scripts.logo"""
    assert (ROOT / LOGO).read_text(encoding="utf-8") == render()
