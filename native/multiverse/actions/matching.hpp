// Matching in general graphs (Edmonds' blossom algorithm).
//
// Two playable boards can jump to each other, so the graph of axes is not bipartite, and plain alternating
// paths would give wrong matchings.
#pragma once

#include <cstdint>
#include <vector>

namespace hyperchess {

class Matching {
 public:
  // Start with a graph of `vertices` vertices and no edge.
  void reset(int vertices);
  void connect(int one, int other);

  // Find a matching that covers every required vertex; return false if there is none.
  bool cover(const std::vector<char>& required);
  // Partner of a vertex, or -1.
  int partner(int vertex) const { return mate_[vertex]; }

 private:
  template <typename Visit>
  bool any_neighbour(int vertex, Visit visit) const;
  bool augment(int root, const std::vector<char>& required);
  bool become_outer(int vertex, const std::vector<char>& required);
  bool shrink(int one, int other, const std::vector<char>& required);
  void mark(int vertex, int stem, int child);
  int common_base(int one, int other);
  void flip(int vertex);

  int size_ = 0, words_ = 0;
  std::vector<std::uint64_t> edges_;
  std::vector<int> mate_, parent_, base_, queue_;
  std::vector<char> outer_, blossom_, seen_;
};

}  // namespace hyperchess
