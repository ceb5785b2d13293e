"""Spectators on the other servers of a database: servers announce how many people watch each study."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence

from hyperchess.app.web.live.hub import Hub
from hyperchess.app.web.storage import Storage

__all__ = ["Watchers"]

_BEAT = 4.0  # seconds between two announcements of unchanged numbers
_FORGOTTEN = 9.0  # seconds after which the last announcement of a server no longer counts
_EACH = 100  # studies of an announcement


class Watchers:
    """Counts spectators on all servers. Methods may be called from any thread."""

    def __init__(self, hub: Hub, storage: Storage, server: str) -> None:
        self._hub = hub
        self._storage = storage
        self._server = server
        self._now = 0.0  # of the last `look`
        self._announced: tuple[float, dict[str, int]] = (0.0, {})
        self._heard: dict[tuple[str, int], tuple[float, dict[str, int]]] = {}

    def look(self, shown: Sequence[str], now: float) -> None:
        """Announce the spectators here, if they have changed or time has passed; count those elsewhere."""
        self._now = now
        counts = {study: count for study in shown if (count := self._hub.watchers_here(study))}
        last, before = self._announced
        if counts != before or (counts and not 0.0 <= now - last < _BEAT):
            self._announced = now, counts
            for part, items in enumerate(_parts(counts)):
                self._storage.announce("", json.dumps([self._server, part, items]))
        others: Counter[str] = Counter()
        for heard, found in [*self._heard.values()]:
            if 0.0 <= now - heard < _FORGOTTEN:
                others.update(found)
        self._hub.count_elsewhere(others)

    def hear(self, message: str) -> None:
        """Note the announcement of another server."""
        server, part, counts = json.loads(message)
        self._heard[server, part] = self._now, counts


def _parts(counts: dict[str, int]) -> list[dict[str, int]]:
    items = list(counts.items())
    return [dict(items[start : start + _EACH]) for start in range(0, len(items), _EACH)] or [{}]
