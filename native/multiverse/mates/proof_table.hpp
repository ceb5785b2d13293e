// Transposition table of the mate search: the proven facts about positions in which the attacker is to move.
// It grows with the search up to a limit.
#pragma once

#include <cstdint>
#include <vector>

#include "multiverse/position/key.hpp"

namespace hyperchess {

class ProofTable {
 public:
  // Both numbers count actions of the attacker, and 0 means unknown.
  struct Proof {
    std::uint8_t mates_in = 0;  // there is a forced mate in this many actions
    std::uint8_t refuted = 0;   // there is no forced mate in this many actions
  };

  // `max_bytes` is never exceeded, not even while the table grows. It may be too small for any entry: then
  // nothing is stored.
  explicit ProofTable(std::size_t max_bytes);

  Proof find(const Key& key) const;
  void store(const Key& key, Proof proof);

  std::size_t bytes() const { return entries_.capacity() * sizeof(Entry); }

 private:
  struct Entry {
    Key key;
    Proof proof;

    bool is_free() const { return proof.mates_in == 0 && proof.refuted == 0; }
    // Replacement priority: longer proofs took more work.
    int priority() const { return proof.mates_in > proof.refuted ? proof.mates_in : proof.refuted; }
  };
  static constexpr std::size_t bucket_size = 4;

  std::size_t find_bucket(const Key& key) const {
    return key.low & (entries_.size() - 1) & ~(bucket_size - 1);
  }
  void grow(std::size_t size);

  std::size_t max_bytes_;
  std::size_t used_ = 0;
  std::vector<Entry> entries_;  // empty, or a power of two
};

}  // namespace hyperchess
