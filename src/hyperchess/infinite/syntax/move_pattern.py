"""Regular expression of one move with all its parts but comments.

All repetitions are possessive (`++`, `*+`), which prevents backtracking.

>>> move = MOVE.match("12. P-5,6x-6,7 =R+ !?")
>>> move["number"], move["code"], move["y"], move["arrow"], move["to_x"], move["promotion"], move["mark"]
('12', 'P', '6', 'x', '-6', 'R', '+')
>>> MOVE.match("1 ... q-8,2x-6,0 #")["dots"].strip(), MOVE.match("3,4>3,5Q")["appended"]
('...', 'Q')
"""

from __future__ import annotations

import re

__all__ = ["MOVE"]

MOVE = re.compile(
    r"(?P<lead>(?P<number>[0-9]++)\s*+(?P<dots>\.[.\s]*+)(?:\|\s*+)?+)?+"
    r"(?P<core>(?P<code>[0-9]?[A-Za-z]++)?+(?P<x>-?[0-9]++),(?P<y>-?[0-9]++)"
    r"\s*+(?P<arrow>[>x])\s*+(?P<to_x>-?[0-9]++),(?P<to_y>-?[0-9]++)"
    r"(?:\s*+=\s*+(?P<promotion>[0-9]?[A-Za-z]++)|(?P<appended>[A-Za-z]++))?+)"
    r"(?:\s*+(?P<mark>[+#]))?+(?:\s*+(?P<evaluation>[!?]++))?+"
)
