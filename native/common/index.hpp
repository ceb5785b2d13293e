// Indices of different kinds that the compiler tells apart, at no cost.
//
// An index is made from a number explicitly and becomes a number implicitly: a function that takes the index
// of an axis accepts neither a number nor the index of an entry.
#pragma once

#include <cassert>
#include <type_traits>
#include <vector>

namespace hyperchess {

template <typename Tag>
class Index {
 public:
  constexpr Index() = default;  // -1: none
  constexpr explicit Index(int number) : number_(number) {}
  template <typename Other>
  constexpr explicit Index(Index<Other>) = delete;

  constexpr operator int() const { return number_; }
  constexpr Index& operator++() {
    ++number_;
    return *this;
  }
  friend constexpr Index operator+(Index index, int count) { return Index(index.number_ + count); }

 private:
  int number_ = -1;
};

// Indices of different kinds cannot be compared.
template <typename One, typename Other>
  requires(!std::is_same_v<One, Other>)
bool operator==(Index<One>, Index<Other>) = delete;
template <typename One, typename Other>
  requires(!std::is_same_v<One, Other>)
bool operator<(Index<One>, Index<Other>) = delete;

// A vector that takes indices of one kind only.
template <typename Key, typename Value>
class IndexedVector : public std::vector<Value> {
 public:
  using std::vector<Value>::vector;
  using reference = typename std::vector<Value>::reference;
  using const_reference = typename std::vector<Value>::const_reference;

  reference operator[](Key key) {
    assert(0 <= key && key < end_index());
    return std::vector<Value>::operator[](static_cast<std::size_t>(static_cast<int>(key)));
  }
  const_reference operator[](Key key) const {
    assert(0 <= key && key < end_index());
    return std::vector<Value>::operator[](static_cast<std::size_t>(static_cast<int>(key)));
  }
  // The index after the last one: that of the next element to be added.
  Key end_index() const { return Key(static_cast<int>(this->size())); }
};

}  // namespace hyperchess
