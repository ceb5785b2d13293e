// Values encoded as 64-bit words in one buffer shared by the page and the kernel.
//
// A number takes one word. A vector or byte string follows its length; bytes are packed eight to a word. An
// optional value follows a 1, or is a single 0 if there is none. A record is its fields, an array its items.
// An object stays in the kernel: its word is its address. A function is a 1 if the caller wants to be called.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

#include "api/infinite.hpp"
#include "api/records.hpp"

// Passes the words of a report, which the caller copies out of the buffer.
extern "C" __attribute__((import_module("hyperchess"), import_name("watch"))) void hyperchess_watch(
    int words);

namespace hyperchess::wasm {

using Word = std::int64_t;

// Objects owned by callers, who release them.
struct Object {
  virtual ~Object() = default;
};
template <class T>
struct HeldValue : Object {
  template <class Make>
  explicit HeldValue(const Make& make) : value(make()) {}
  T value;
};

class Buffer {
 public:
  std::vector<Word> words = std::vector<Word>(1 << 12);

  Word next() { return words.at(at_++); }
  void rewind() { at_ = 0; }
  std::size_t used() const { return at_; }
  void put(Word word) {
    if (at_ == words.size()) words.resize(2 * words.size());
    words[at_++] = word;
  }

 private:
  std::size_t at_ = 0;
};

inline Buffer buffer;

// Encoding of a type. Types without a specialisation below are objects.
template <class T>
struct Codec {
  static T& read() { return *get_held(); }
  static void write(T value) {
    put(new HeldValue<T>([&value]() -> T { return std::move(value); }));
  }
  static void put(const HeldValue<T>* held) { buffer.put(reinterpret_cast<std::intptr_t>(held)); }

 private:
  static T* get_held() {
    return &reinterpret_cast<HeldValue<T>*>(static_cast<std::intptr_t>(buffer.next()))->value;
  }
};

template <class T>
  requires std::is_integral_v<T> || std::is_enum_v<T>
struct Codec<T> {
  static T read() { return static_cast<T>(buffer.next()); }
  static void write(T value) { buffer.put(static_cast<Word>(value)); }
};

template <>
struct Codec<double> {
  static double read() { return std::bit_cast<double>(buffer.next()); }
  static void write(double value) { buffer.put(std::bit_cast<Word>(value)); }
};

inline void write_bytes(const void* first, std::size_t size) {
  buffer.put(static_cast<Word>(size));
  for (std::size_t at = 0; at < size; at += sizeof(Word)) {
    Word word = 0;
    std::memcpy(&word, static_cast<const char*>(first) + at, std::min(sizeof(Word), size - at));
    buffer.put(word);
  }
}

template <>
struct Codec<std::string_view> {
  static void write(std::string_view text) { write_bytes(text.data(), text.size()); }
};

template <>
struct Codec<api::Bytes> {
  static api::Bytes read() {
    api::Bytes bytes;
    bytes.resize(static_cast<std::size_t>(buffer.next()));
    for (std::size_t at = 0; at < bytes.size(); at += sizeof(Word)) {
      const Word word = buffer.next();
      std::memcpy(bytes.data() + at, &word, std::min(sizeof(Word), bytes.size() - at));
    }
    return bytes;
  }
  static void write(const api::Bytes& bytes) { write_bytes(bytes.data(), bytes.size()); }
};

template <class T>
struct Codec<std::optional<T>> {
  static std::optional<T> read() {
    if (buffer.next() == 0) return std::nullopt;
    return Codec<T>::read();
  }
  static void write(std::optional<T> value) {
    buffer.put(value.has_value());
    if (value) Codec<T>::write(std::move(*value));
  }
};

template <class T>
struct Codec<std::vector<T>> {
  static std::vector<T> read() {
    std::vector<T> values;
    for (Word left = buffer.next(); left > 0; --left) values.push_back(Codec<T>::read());
    return values;
  }
  static void write(std::vector<T> values) {
    buffer.put(static_cast<Word>(values.size()));
    for (auto&& value : values) Codec<T>::write(std::move(value));
  }
};

template <class T, std::size_t size>
struct Codec<std::array<T, size>> {
  static std::array<T, size> read() {
    std::array<T, size> values{};
    for (T& value : values) value = Codec<T>::read();
    return values;
  }
};

template <>
struct Codec<infinite::Piece> {
  static infinite::Piece read() { return {static_cast<std::uint16_t>(buffer.next())}; }
  static void write(infinite::Piece piece) { buffer.put(piece.code); }
};

template <>
struct Codec<api::Slots> {
  static api::Slots read() { return {Codec<std::vector<infinite::Slot>>::read()}; }
};

template <class T>
  requires api::IsRecord<T>
struct Codec<T> {
  static T read() {
    T value{};
    std::apply(
        [&value]<class... Gets>(const api::Field<Gets>&... each) {
          ((value.*each.get = Codec<api::FieldType<T, Gets>>::read()), ...);
        },
        api::record<T>.fields);
    return value;
  }
  template <class U>
  static void write(U&& value) {
    std::apply(
        [&value]<class... Gets>(const api::Field<Gets>&... each) {
          (Codec<api::FieldType<T, Gets>>::write(std::invoke(each.get, std::forward<U>(value))), ...);
        },
        api::record<T>.fields);
  }
};

template <class... Ts>
struct Codec<std::function<void(Ts...)>> {
  static std::function<void(Ts...)> read() {
    if (buffer.next() == 0) return {};
    return [](Ts... values) {
      buffer.rewind();
      (Codec<std::remove_cvref_t<Ts>>::write(values), ...);
      hyperchess_watch(static_cast<int>(buffer.used()));
    };
  }
};

}  // namespace hyperchess::wasm
