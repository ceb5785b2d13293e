"""The hash of a 5DFEN text, as 5DPGN specifies it: MD5 in lower-case hexadecimal digits.

The same function serves one board and the full state; the two differ only in the text that goes in.

>>> fen_hash("[r*nbqk*bnr*/p*p*p*p*p*p*p*p*/8/8/8/8/P*P*P*P*P*P*P*P*/R*NBQK*BNR*:0:1:w]")
'd574889fd9da3f2bc65249ff27249b00'
"""

from __future__ import annotations

from hashlib import md5

__all__ = ["fen_hash"]


def fen_hash(fen: str) -> str:
    """The specified hash of a 5DFEN text; white space does not count."""
    return md5("".join(fen.split()).encode(), usedforsecurity=False).hexdigest()
