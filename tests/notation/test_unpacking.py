"""Compressed files and files in other encodings are read; bombs and damage are reported."""

import bz2
import gzip
import io
import lzma
from collections.abc import Callable
from pathlib import Path

import pytest

import hyperchess as hc
from hyperchess.errors import TextTooLong
from hyperchess.notation import unpacking
from hyperchess.notation.reading import decode
from hyperchess.notation.unpacking import UnpackingError
from hyperchess.text import Severity
from tests.app.cli.runner import run

TEXT = b'[Board "Standard"]\n[White "Ada"]\n1. e4 / e5\n'
PACKERS: dict[str, Callable[[bytes], bytes]] = {"gz": gzip.compress, "bz2": bz2.compress, "xz": lzma.compress}


def zstd(data: bytes) -> bytes:
    packed: bytes = pytest.importorskip("zstandard").ZstdCompressor().compress(data)
    return packed


@pytest.mark.parametrize("pack", [*PACKERS.values(), zstd])
@pytest.mark.parametrize("name", ["game.5dpgn", "game.bin"])
def test_compressed_files_are_read_whatever_their_name(
    pack: Callable[[bytes], bytes], name: str, tmp_path: Path
) -> None:
    path = tmp_path / name
    path.write_bytes(pack(TEXT))
    assert hc.read(path).problems == ()
    assert len(hc.read(path).main_line) == 2
    (game,) = hc.read_games(path)
    assert game.headers["White"] == "Ada"
    (streamed,) = hc.read_games(io.BytesIO(pack(TEXT)))
    assert len(streamed.main_line) == 2


class Trickle(io.BytesIO):
    """A stream that gives one byte at a time."""

    def read(self, size: int | None = -1, /) -> bytes:
        return super().read(1)


@pytest.mark.parametrize("pack", PACKERS.values())
def test_a_stream_may_give_few_bytes_at_a_time(pack: Callable[[bytes], bytes]) -> None:
    (game,) = hc.read_games(Trickle(pack(TEXT)))
    assert len(game.main_line) == 2


@pytest.mark.parametrize("suffix", PACKERS)
def test_damaged_files_are_an_error_with_the_reason(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"game.5dpgn.{suffix}"
    path.write_bytes(PACKERS[suffix](TEXT * 100)[:-20])
    with pytest.raises(UnpackingError, match=rf"cannot unpack game\.5dpgn\.{suffix}: "):
        hc.read(path)
    path.write_bytes(TEXT)
    assert len(hc.read(path).main_line) == 2  # not compressed, in spite of its name


def test_a_bomb_meets_the_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unpacking, "LARGEST", 1_000_000)
    path = tmp_path / "bomb.gz"
    path.write_bytes(gzip.compress(b"1. e4 / e5 " * 1_000_000))
    assert path.stat().st_size < 100_000
    for read in (hc.read, lambda file: list(hc.read_games(file))):
        with pytest.raises(TextTooLong, match="more than 1,000,000 bytes when unpacked"):
            read(path)


def test_a_missing_library_names_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    packed = zstd(TEXT)
    monkeypatch.setattr(unpacking, "find_spec", lambda name: None)
    with pytest.raises(UnpackingError, match=r"zstd needs an extra: pip install 'hyperchess\[zst\]'"):
        decode(packed, "game.zst")


def test_a_compressed_file_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "game.5dpgn"
    path.write_bytes(gzip.compress(b'[Board "Standard"] 1. e2-e4'))
    before = path.read_bytes()
    code, _, error = run("check", "--fix", str(path))
    assert code != 0
    assert "is compressed, so it is not changed" in error
    assert path.read_bytes() == before


def test_latin_1_is_read_and_reported(tmp_path: Path) -> None:
    path = tmp_path / "latin.5dpgn"
    path.write_bytes('[Board "Standard"]\n[White "Zoë Müller"]\n1. e4\n'.encode("latin-1"))
    for game in (hc.read(path), *hc.read_games(path), *hc.read_games(Trickle(path.read_bytes()))):
        assert game.headers["White"] == "Zoë Müller"
        (problem,) = game.problems
        assert (problem.code, problem.severity) == ("encoding", Severity.WARNING)
        assert problem.message == "byte 30 is not valid UTF-8; such bytes are read as Windows-1252 (Latin-1)"


def test_windows_quotes_around_a_header_are_read() -> None:
    text, problem = decode("[White \u201cAda\u201d] 1. e4".encode("cp1252"), "x")
    assert text == "[White \u201cAda\u201d] 1. e4"
    assert problem is not None


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-16"])
def test_utf_16_is_read_without_a_byte_order_mark(encoding: str) -> None:
    assert decode("1. e4 Zoë".encode(encoding), "x") == ("1. e4 Zoë", None)
