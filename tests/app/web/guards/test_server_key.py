"""The key that signs the cookies of servers that share a folder."""

from pathlib import Path

import pytest

from hyperchess.app.web.guards.password import server_key


def test_two_servers_that_start_at_once_have_one_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other server starts just before and just after the first one has written its key."""
    found = []
    write = Path.write_bytes

    def overtaken(path: Path, data: bytes) -> int:
        monkeypatch.setattr(Path, "write_bytes", write)
        found.append(server_key(tmp_path))
        written = write(path, data)
        found.append(server_key(tmp_path))
        return written

    monkeypatch.setattr(Path, "write_bytes", overtaken)
    found.append(server_key(tmp_path))
    assert len({*found, server_key(tmp_path)}) == 1 and len(found[0]) == 32
    assert [path.name for path in tmp_path.iterdir()] == ["cookie.key"]
