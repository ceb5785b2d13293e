#include "multiverse/actions/matching.hpp"

#include <bit>
#include <cassert>

namespace hyperchess {

void Matching::reset(int vertices) {
  size_ = vertices;
  words_ = (vertices + 63) / 64;
  edges_.assign(static_cast<std::size_t>(size_) * words_, 0);
  mate_.assign(size_, -1);
}

void Matching::connect(int one, int other) {
  assert(0 <= one && one < size_ && 0 <= other && other < size_ && one != other);
  edges_[one * words_ + other / 64] |= std::uint64_t{1} << other % 64;
  edges_[other * words_ + one / 64] |= std::uint64_t{1} << one % 64;
}

// Visit the neighbours of `vertex` until `visit` returns true; return whether one did.
template <typename Visit>
bool Matching::any_neighbour(int vertex, Visit visit) const {
  for (int word = 0; word < words_; ++word)
    for (std::uint64_t left = edges_[vertex * words_ + word]; left; left &= left - 1)
      if (visit(64 * word + std::countr_zero(left))) return true;
  return false;
}

bool Matching::cover(const std::vector<char>& required) {
  assert(static_cast<int>(required.size()) == size_);
  // Start with a greedy matching.
  for (int vertex = 0; vertex < size_; ++vertex)
    if (required[vertex] && mate_[vertex] < 0)
      any_neighbour(vertex, [&](int near) {
        if (mate_[near] >= 0) return false;
        mate_[vertex] = near;
        mate_[near] = vertex;
        return true;
      });
  for (int vertex = 0; vertex < size_; ++vertex)
    if (required[vertex] && mate_[vertex] < 0 && !augment(vertex, required)) return false;
  return true;
}

// Match `root` and keep all other required vertices matched: grow a tree of alternating paths until one
// reaches an unmatched vertex, or, after an even number of edges, a vertex that need not be matched.
bool Matching::augment(int root, const std::vector<char>& required) {
  parent_.assign(size_, -1);
  outer_.assign(size_, 0);
  base_.resize(size_);
  for (int vertex = 0; vertex < size_; ++vertex) base_[vertex] = vertex;
  queue_.assign(1, root);
  outer_[root] = 1;
  for (std::size_t next = 0; next < queue_.size(); ++next) {
    const int vertex = queue_[next];
    const bool found = any_neighbour(vertex, [&](int near) {
      if (base_[vertex] == base_[near] || mate_[vertex] == near) return false;
      const int beyond = mate_[near];
      if (near == root || (beyond >= 0 && parent_[beyond] >= 0)) return shrink(vertex, near, required);
      if (parent_[near] >= 0) return false;
      parent_[near] = vertex;
      if (beyond < 0) {
        flip(near);
        return true;
      }
      return become_outer(beyond, required);
    });
    if (found) return true;
  }
  return false;
}

// Continue from a vertex at an even distance. Return true if it gave up its partner, which ends the search.
bool Matching::become_outer(int vertex, const std::vector<char>& required) {
  outer_[vertex] = 1;
  queue_.push_back(vertex);
  if (required[vertex]) return false;
  const int partner = mate_[vertex];
  mate_[vertex] = -1;
  flip(partner);
  return true;
}

// Exchange matched and unmatched edges on the path from `vertex` to the root.
void Matching::flip(int vertex) {
  while (vertex >= 0) {
    const int previous = parent_[vertex];
    const int following = mate_[previous];
    mate_[vertex] = previous;
    mate_[previous] = vertex;
    vertex = following;
  }
}

// Contract the odd cycle closed by an edge (the blossom): all its members become outer.
bool Matching::shrink(int one, int other, const std::vector<char>& required) {
  const int stem = common_base(one, other);
  blossom_.assign(size_, 0);
  mark(one, stem, other);
  mark(other, stem, one);
  for (int vertex = 0; vertex < size_; ++vertex) {
    if (!blossom_[base_[vertex]]) continue;
    base_[vertex] = stem;
    if (!outer_[vertex] && become_outer(vertex, required)) return true;
  }
  return false;
}

int Matching::common_base(int one, int other) {
  seen_.assign(size_, 0);
  for (;;) {
    one = base_[one];
    seen_[one] = 1;
    if (mate_[one] < 0) break;
    one = parent_[mate_[one]];
  }
  for (;;) {
    other = base_[other];
    if (seen_[other]) return other;
    other = parent_[mate_[other]];
  }
}

void Matching::mark(int vertex, int stem, int child) {
  while (base_[vertex] != stem) {
    blossom_[base_[vertex]] = 1;
    blossom_[base_[mate_[vertex]]] = 1;
    parent_[vertex] = child;
    child = mate_[vertex];
    vertex = parent_[mate_[vertex]];
  }
}

}  // namespace hyperchess
