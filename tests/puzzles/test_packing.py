"""The file of the bundled puzzles."""

from dataclasses import replace

from hyperchess.puzzles.collection import bundled, collection_text, proof_text, read_collection
from hyperchess.puzzles.packing import pack, restore_boards, unpack_index, unpack_proofs

from .test_selecting import ENTRY


def test_what_is_packed_comes_back() -> None:
    """Boards of other sizes and timelines, equal boards, and a text without boards."""
    proofs = [
        '[Size "3x3"]\n[k2/3/2K:-0:1:w]\n[k2/2K/3:-0:1:b]\n[k2/2K/3:-0:2:w]\n[k2/3/2K:+0:1:w]\n\n1. Kc2#\n',
        '[Size "4x2"]\n[k3/4:0:1:b]\n[k3/4:0:2:w]\n[k3/4:0:2:b]\n[k3/3K:1:2:b]\n[3k/3K:1:3:w]\n\n1. Kc2#\n',
        "[Puzzle: mate-in-1]\n\nw 1 checkmate Q1,2|k0,0\n\n1. Q1,2 > 1,1 #\n",
    ]
    entries = [replace(ENTRY, id=str(number), rounds=number + 1) for number in range(3)]
    data = pack(zip(entries, proofs, strict=True))
    assert unpack_index(data) == tuple(entries)
    assert list(map(restore_boards, unpack_proofs(data))) == proofs


def test_the_text_of_the_bundled_puzzles_gives_the_same_file() -> None:
    texts = "\n".join(map(proof_text, bundled()))
    puzzles = list(read_collection(texts))
    assert [entry for entry, _ in puzzles] == list(bundled())
    assert collection_text(puzzles) == texts
    data = pack(puzzles)
    assert unpack_index(data) == bundled()
    assert list(map(restore_boards, unpack_proofs(data))) == [proof for _, proof in puzzles]


def test_the_file_is_small() -> None:
    data = pack(list(read_collection("\n".join(map(proof_text, bundled())))))
    assert len(data) < 140 * len(bundled())
