"""Every code of a problem, from `codes.toml`, with the report that its example gives."""

from __future__ import annotations

from hyperchess.notation.codes import Code, codes, find_problems
from scripts.reference.markdown import block

__all__ = ["codes_reference"]


def codes_reference() -> str:
    """A section for each code."""
    return "\n\n".join(_section(code) for code in codes().values())


def _section(code: Code) -> str:
    parts = [
        f"## {code.name}",
        f"{code.title[0].upper()}{code.title[1:]} ({', '.join(code.severity)}).",
        code.meaning.strip(),
        "With the problem" + (" (bytes, as hexadecimal digits):" if code.hexadecimal else ":"),
        block(code.bad),
        *(block(str(problem)) for problem in find_problems(code, code.bad) if problem.code == code.name),
        "Without it:",
        block(code.good),
    ]
    return "\n\n".join(parts)
