"""Proof files: an xz stream of lines, written and read in bounded memory.

The lines are a title with the version, the claim, the records (one action each), a line with statistics of
the generation, and a checksum of all lines before it. `docs/proofs.md` specifies them.

>>> from io import BytesIO
>>> from hyperchess.multiverse import Color
>>> from hyperchess.proofs.claims import Claim, ClaimKind
>>> file = BytesIO()
>>> writer = ProofWriter(file, Claim.of_variant("Standard", ClaimKind.NONE, Color.WHITE, 1))
>>> ending = writer.end({"nodes": 20})
>>> reader = ProofReader(BytesIO(file.getvalue()))
>>> str(reader.claim), reader.end() == ending, ending.records, ending.effort
('White cannot force mate within 1 action', True, 0, {'nodes': 20})
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import chain
from typing import IO

from hyperchess.proofs.claims import Claim
from hyperchess.proofs.errors import ProofRejected
from hyperchess.text import quote

__all__ = ["MAGIC", "SUFFIX", "Ending", "ProofReader", "ProofWriter"]

SUFFIX = ".hcproof"
MAGIC = b"\xfd7zXZ\x00"  # magic number of xz files
_TITLE = "hyperchess-proof 1"
_END = "end "
_END_BYTES = _END.encode("ascii")
_CHECKSUM = "sha256 "
_CHUNK = 1 << 16  # bytes that are read or decompressed at a time
_LONGEST_LINE = 1 << 20  # bytes: a start of a thousand boards, or an action on a thousand timelines
_MEMORY = 1 << 24  # memory limit of decompression in bytes
_PRESET = 6
_BATCH = 1 << 14  # bytes of records that are read at a time


@dataclass(frozen=True, slots=True)
class Ending:
    """The line after the records: their number, the hash of the claim with them, and the effort.

    The hash is reproducible; the effort (nodes, seconds, bytes of memory, program) is not, and proves
    nothing.
    """

    records: int
    proof: str
    effort: Mapping[str, object] = field(default_factory=dict)

    def text(self) -> str:
        """Return the line of the file."""
        data = {"effort": self.effort, "proof": self.proof, "records": self.records}
        return _END + json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True)

    @staticmethod
    def parse(line: str) -> Ending:
        """Parse the line of a file."""
        try:
            data = json.loads(line.removeprefix(_END))
        except (ValueError, RecursionError):
            data = None
        if (
            not isinstance(data, dict)
            or sorted(data) != ["effort", "proof", "records"]
            or not isinstance(data["effort"], dict)
        ):
            raise ProofRejected("the line after the records cannot be read")
        return Ending(data["records"], data["proof"], data["effort"])


class ProofWriter:
    """Writes a proof record by record."""

    def __init__(self, file: IO[bytes], claim: Claim) -> None:
        self.records = 0
        self._file = file
        self._compressor = lzma.LZMACompressor(preset=_PRESET)
        self._hash = sha256()
        self._line(_TITLE)
        self._line(claim.text())

    def record(self, text: str) -> None:
        """Write a record."""
        self.records += 1
        self._line(text)

    def end(self, effort: Mapping[str, object]) -> Ending:
        """Write the lines after the records, which complete the file."""
        ending = Ending(self.records, self._hash.hexdigest(), dict(effort))
        self._line(ending.text())
        self._line(_CHECKSUM + self._hash.hexdigest())
        self._file.write(self._compressor.flush())
        return ending

    def _line(self, text: str) -> None:
        line = text.encode("ascii") + b"\n"
        self._hash.update(line)
        self._file.write(self._compressor.compress(line))


class ProofReader:
    """Reads a proof record by record; raises `ProofRejected` with the reason if the file is invalid."""

    def __init__(self, file: IO[bytes]) -> None:
        self.records = 0
        self.line_number = 0
        self._hash = sha256()
        self._lines: Iterator[bytes] = _lines(file)
        title = self._line()
        if title != _TITLE:
            raise ProofRejected(f"expected {_TITLE!r} in the first line, found {quote(title)}")
        self.claim = Claim.parse(self._line())

    def record(self) -> str:
        """Return the next record."""
        line = self._line()
        if line.startswith(_END):
            raise ProofRejected(f"line {self.line_number}: the records end, but the proof goes on")
        self.records += 1
        return line

    def end(self) -> Ending:
        """Return the ending, once all records were read; nothing may follow."""
        proof = self._hash.hexdigest()
        line = self._line()
        if not line.startswith(_END):
            raise ProofRejected(f"line {self.line_number}: the proof is complete, but the records go on")
        return self._end(proof, line)

    def batches(self) -> Iterator[list[bytes]]:
        """Yield the remaining records in lists of a few kilobytes; `end` returns what comes after them."""
        batch: list[bytes] = []
        size = 0
        for line in self._lines:
            if line.startswith(_END_BYTES):
                self._lines = chain((line,), self._lines)
                yield self._count(batch)
                return
            batch.append(line)
            size += len(line) + 1
            if size >= _BATCH:
                yield self._count(batch)
                batch, size = [], 0
        raise ProofRejected("the file ends before the proof does")

    def _count(self, batch: list[bytes]) -> list[bytes]:
        text = b"".join(line + b"\n" for line in batch)
        if not text.isascii():
            raise ProofRejected(f"after line {self.line_number}: expected ASCII characters only")
        self._hash.update(text)
        self.line_number += len(batch)
        self.records += len(batch)
        return batch

    def skip(self) -> Ending:
        """Skip all records and return the ending: checks for damage, but does not verify the proof."""
        for _ in self.batches():
            pass
        return self.end()

    def _end(self, proof: str, line: str) -> Ending:
        ending = Ending.parse(line)
        if (ending.records, ending.proof) != (self.records, proof):
            raise ProofRejected("the number or the hash of the records is not what the file says")
        checksum = self._hash.hexdigest()
        if self._line() != _CHECKSUM + checksum:
            raise ProofRejected("the checksum is wrong: the file is damaged")
        for _ in self._lines:
            raise ProofRejected("there are lines after the checksum")
        return ending

    def _line(self) -> str:
        line = next(self._lines, None)
        if line is None:
            raise ProofRejected("the file ends before the proof does")
        self.line_number += 1
        self._hash.update(line + b"\n")
        try:
            return line.decode("ascii")
        except UnicodeDecodeError:
            raise ProofRejected(f"line {self.line_number}: expected ASCII characters only") from None


def _lines(file: IO[bytes]) -> Iterator[bytes]:
    """Yield the lines of an xz file that has exactly one stream, without their line ends."""
    rest = b""
    for data in _decompressed(file):
        *lines, rest = (rest + data).split(b"\n")
        yield from lines
        if len(rest) > _LONGEST_LINE:
            raise ProofRejected(f"a line has more than {_LONGEST_LINE:,} characters")
    if rest:
        raise ProofRejected("the last line has no end: the file is cut off")


def _decompressed(file: IO[bytes]) -> Iterator[bytes]:
    """Yield the decompressed content in chunks of bounded size."""
    decompressor = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=_MEMORY)
    begin = file.read(len(MAGIC))
    if begin != MAGIC:
        raise ProofRejected("not a proof file: it does not start with an xz header")
    yield decompressor.decompress(begin)
    while not decompressor.eof:
        data = file.read(_CHUNK) if decompressor.needs_input else b""
        if decompressor.needs_input and not data:
            raise ProofRejected("the file is cut off")
        try:
            yield decompressor.decompress(data, _CHUNK)
        except lzma.LZMAError as error:
            raise ProofRejected(f"the xz stream is damaged: {error}") from None
    if decompressor.unused_data or file.read(1):
        raise ProofRejected("there are bytes after the end of the xz stream")
