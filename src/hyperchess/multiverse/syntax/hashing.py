"""Hash of a 5DFEN text as specified by 5DPGN: MD5 in lower-case hexadecimal digits.

The same function hashes one board and the full state; only the input text differs.

>>> fen_hash("[r*nbqk*bnr*/p*p*p*p*p*p*p*p*/8/8/8/8/P*P*P*P*P*P*P*P*/R*NBQK*BNR*:0:1:w]")
'd574889fd9da3f2bc65249ff27249b00'
"""

from __future__ import annotations

__all__ = ["fen_hash"]


def fen_hash(fen: str) -> str:
    """Return the specified hash of a 5DFEN text; white space is ignored."""
    from hashlib import md5  # loads OpenSSL, which reading a game does not need

    return md5("".join(fen.split()).encode(), usedforsecurity=False).hexdigest()
