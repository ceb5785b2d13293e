"""Matchings in general graphs (Edmonds' blossom algorithm).

Two playable boards can jump to each other, so the graph of leaves and arrivals is not bipartite; a search
along plain alternating paths would accept impossible actions.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

__all__ = ["cover"]

_NONE = -1


def cover(neighbours: Sequence[set[int]], required: set[int]) -> dict[int, int] | None:
    """Return disjoint pairs of neighbours that cover all `required` vertices, or `None`.

    Only two corners of a triangle can be paired:

    >>> cover([{1, 2}, {0, 2}, {0, 1}], {0, 1, 2}) is None
    True
    >>> cover([{1, 2}, {0, 2}, {0, 1}], {0, 2})
    {0: 2, 2: 0}
    """
    # Optional vertices may be paired among themselves for free (plus one dummy vertex if the total is odd).
    # This reduces the problem to a perfect matching.
    size = len(neighbours)
    optional = set(range(size)) - required
    if (size % 2) == 1:
        optional.add(size)
    graph = [
        set(near) | (optional - {vertex} if vertex in optional else set())
        for vertex, near in enumerate(neighbours)
    ]
    if size in optional:
        graph.append(optional - {size})
    mate = _perfect_matching(graph, required)
    if mate is None:
        return None
    real = [mate[vertex] for vertex in range(size)]
    return {
        vertex: other for vertex, other in enumerate(real) if other < size and other in neighbours[vertex]
    }


def _perfect_matching(graph: list[set[int]], first: set[int]) -> list[int] | None:
    """Return the partner of every vertex; those in `first` are matched first, greedily where possible."""
    mate = [_NONE] * len(graph)
    order = [*sorted(first), *sorted(set(range(len(graph))) - first)]
    for vertex in order:
        if mate[vertex] == _NONE:
            free = next((near for near in graph[vertex] if mate[near] == _NONE), _NONE)
            if free != _NONE:
                mate[vertex], mate[free] = free, vertex
    for vertex in order:
        if mate[vertex] == _NONE and not _Augmentation(graph, mate).from_root(vertex):
            return None
    return mate


class _Augmentation:
    """One search for an augmenting path, which grows a tree of alternating paths and shrinks odd cycles."""

    def __init__(self, graph: list[set[int]], mate: list[int]) -> None:
        self.graph = graph
        self.mate = mate
        self.parent = [_NONE] * len(graph)
        self.base = list(range(len(graph)))
        self.outer = [False] * len(graph)

    def from_root(self, root: int) -> bool:
        """Match `root` if that is possible without unmatching another vertex."""
        self.outer[root] = True
        queue = deque([root])
        while queue:
            vertex = queue.popleft()
            for near in self.graph[vertex]:
                if self.base[vertex] == self.base[near] or self.mate[vertex] == near:
                    continue
                inner_mate = self.mate[near]
                if near == root or (inner_mate != _NONE and self.parent[inner_mate] != _NONE):
                    self._shrink(vertex, near, queue)
                elif self.parent[near] == _NONE:
                    self.parent[near] = vertex
                    if inner_mate == _NONE:
                        self._flip(near)
                        return True
                    self.outer[inner_mate] = True
                    queue.append(inner_mate)
        return False

    def _flip(self, vertex: int) -> None:
        """Exchange matched and unmatched edges on the path from `vertex` to the root."""
        while vertex != _NONE:
            previous = self.parent[vertex]
            following = self.mate[previous]
            self.mate[vertex], self.mate[previous] = previous, vertex
            vertex = following

    def _shrink(self, one: int, other: int, queue: deque[int]) -> None:
        """Contract the odd cycle closed by an edge: all its members become outer."""
        stem = self._common_base(one, other)
        blossom: set[int] = set()
        self._mark(one, stem, other, blossom)
        self._mark(other, stem, one, blossom)
        for vertex in range(len(self.base)):
            if self.base[vertex] in blossom:
                self.base[vertex] = stem
                if not self.outer[vertex]:
                    self.outer[vertex] = True
                    queue.append(vertex)

    def _common_base(self, one: int, other: int) -> int:
        seen = set()
        while True:
            one = self.base[one]
            seen.add(one)
            if self.mate[one] == _NONE:
                break
            one = self.parent[self.mate[one]]
        while True:
            other = self.base[other]
            if other in seen:
                return other
            other = self.parent[self.mate[other]]

    def _mark(self, vertex: int, stem: int, child: int, blossom: set[int]) -> None:
        while self.base[vertex] != stem:
            blossom.add(self.base[vertex])
            blossom.add(self.base[self.mate[vertex]])
            self.parent[vertex] = child
            child = self.mate[vertex]
            vertex = self.parent[self.mate[vertex]]
