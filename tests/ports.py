"""Ports for the servers of tests."""

import random
import socket

__all__ = ["free_port"]

# Below those that systems give to outgoing connections: such a connection could take a port between the
# choice and the start of its server, or while the server is down.
_PORTS = range(20_000, 32_000)


def free_port() -> int:
    """Return a port that no program uses now."""
    choose = random.SystemRandom()  # workers of a test run may share a seed
    while True:
        port = choose.choice(_PORTS)
        with socket.socket() as free:
            try:
                free.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
