"""The page, the documentation and the README show one logo."""

from pathlib import Path

ROOT = Path(__file__).parents[1]
LOGO = "src/hyperchess/app/page/icons/favicon.svg"


def test_there_is_one_logo() -> None:
    assert f'src="{LOGO}"' in (ROOT / "README.md").read_text(encoding="utf-8").splitlines()[0]
    configuration = (ROOT / "docs" / "conf.py").read_text(encoding="utf-8")
    assert f'_LOGO = "../{LOGO}"' in configuration
    assert configuration.count('_logo": "favicon.svg"') == 2
    assert 'href="icons/favicon.svg"' in (ROOT / "src/hyperchess/app/page/index.html").read_text(
        encoding="utf-8"
    )
    assert [path.name for path in (ROOT / "docs" / "_static").glob("*.svg")] == []
