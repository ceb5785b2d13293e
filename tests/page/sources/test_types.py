"""The modules of the page: types, file sizes, and no HTML or foreign hosts."""

from pathlib import Path

from tests.page.sources.checker import check_types

STATIC = Path(__file__).parents[3] / "src" / "hyperchess" / "app" / "page"
LONGEST_FILE, LONGEST_LINE = 400, 120


def test_the_types_hold() -> None:
    code, found = check_types()
    assert code == 0, found


def test_files_are_small() -> None:
    files = [*STATIC.glob("**/*.js"), *STATIC.glob("**/*.css")]
    assert files
    for file in files:
        lines = file.read_text(encoding="utf-8").splitlines()
        assert len(lines) <= LONGEST_FILE, file.name
        assert max(map(len, lines), default=0) <= LONGEST_LINE, file.name


def test_nothing_becomes_html_and_no_other_host_is_named() -> None:
    for file in [*STATIC.glob("**/*.js"), *STATIC.glob("**/*.html")]:
        text = file.read_text(encoding="utf-8")
        for forbidden in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("):
            assert forbidden not in text, f"{forbidden} in {file.name}"
        for address in ("http://", "https://"):
            links = [part.split('"')[0] for part in text.split(address)[1:]]
            assert all(link.startswith("www.w3.org/") for link in links), f"{address} in {file.name}: {links}"
