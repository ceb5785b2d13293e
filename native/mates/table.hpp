// The transposition table of a mate search: what is proven about positions in which the attacker is to move.
// It grows with the search up to a limit.
#pragma once

#include <cstdint>
#include <vector>

#include "position/key.hpp"

namespace hyperchess {

class Table {
 public:
  // Both numbers count actions of the attacker.
  struct Proof {
    std::uint8_t mates_in = 0;  // a forced mate within so many; 0 if none is known
    std::uint8_t refuted = 0;   // there is none within so many
  };

  // `max_bytes` is never exceeded, not even while the table grows. It may be too small for a single entry.
  explicit Table(std::size_t max_bytes);

  Proof find(const Key& key) const;
  void keep(const Key& key, Proof proof);

  std::size_t bytes() const { return entries_.capacity() * sizeof(Entry); }

 private:
  struct Entry {
    Key key;
    Proof proof;

    bool is_free() const { return proof.mates_in == 0 && proof.refuted == 0; }
    // How much work it would be to prove this again.
    int worth() const { return proof.mates_in > proof.refuted ? proof.mates_in : proof.refuted; }
  };
  static constexpr std::size_t bucket = 4;

  std::size_t first_of(const Key& key) const { return key.low & (entries_.size() - 1) & ~(bucket - 1); }
  void grow(std::size_t size);

  std::size_t max_bytes_;
  std::size_t used_ = 0;
  std::vector<Entry> entries_;  // none, or a power of two
};

}  // namespace hyperchess
