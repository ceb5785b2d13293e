"""Find circles of imports: modules that cannot be understood, tested or loaded without each other.

python -m scripts.circles

Imports for type checkers and inside functions count too. A circle that is meant is excused on the line of one
of its imports, with a reason: `# circle: why` (in JavaScript `// circle: why`).
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from scripts.imports import PAGE, ROOT, SOURCES, Import, page_imports, python_imports

__all__ = ["find_circles", "main", "report"]


def find_circles(imports: Iterable[Import]) -> list[list[Import]]:
    """The circles, each as the imports between its modules; imports that are excused do not count.

    >>> from pathlib import Path
    >>> a, b, c = (Import(*pair, Path("x.py"), 1) for pair in ("ab", "ba", "bc"))
    >>> [[(each.source, each.target) for each in circle] for circle in find_circles([a, b, c])]
    [[('a', 'b'), ('b', 'a')]]
    """
    counted = sorted(each for each in imports if not each.excused)
    arrows: dict[str, set[str]] = {}
    for each in counted:
        arrows.setdefault(each.source, set()).add(each.target)
    reach = {module: _reachable(arrows, module) for module in arrows}
    circles = {
        frozenset(other for other in reach[module] if module in reach.get(other, ()))
        for module in arrows
        if module in reach[module]
    }
    return [
        [each for each in counted if each.source in circle and each.target in circle]
        for circle in sorted(circles, key=min)
    ]


def _reachable(arrows: dict[str, set[str]], module: str) -> set[str]:
    """The modules that a module imports, however far down; itself only if it stands in a circle."""
    found: set[str] = set()
    waiting = [module]
    while waiting:
        new = arrows.get(waiting.pop(), set()) - found
        found |= new
        waiting.extend(new)
    return found


def report(circles: Iterable[list[Import]]) -> str:
    """The circles with all their arrows, each with the line where it is written."""
    lines = []
    for circle in circles:
        lines.append(f"a circle of {len({each.source for each in circle})} modules:")
        arrows = {(each.source, each.target): each for each in reversed(circle)}
        for _, each in sorted(arrows.items()):
            path = each.path.relative_to(ROOT) if each.path.is_relative_to(ROOT) else each.path
            lines.append(f"  {each.source} -> {each.target}  ({path.as_posix()}:{each.line})")
    return "\n".join(lines)


def main(sources: Path = SOURCES, page: Path = PAGE) -> int:
    """Report the circles of the package and of the page; 1 if there are any."""
    imports = [*python_imports(sources), *page_imports(page)]
    circles = find_circles(imports)
    print(report(circles) if circles else f"no circles among {len(imports):,} imports")
    return 1 if circles else 0


if __name__ == "__main__":
    sys.exit(main())
