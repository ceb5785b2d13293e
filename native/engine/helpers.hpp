// Threads that help a search, and end however it ends; and the lock that lets one search run at a time. A
// browser has one thread: there nobody helps, and nothing has to be locked.
#pragma once

#include <atomic>

#ifndef __wasm__
#include <mutex>
#include <thread>
#include <vector>
#endif

namespace hyperchess {

#ifdef __wasm__

class Helpers {
 public:
  explicit Helpers(std::atomic<bool>&) {}
  template <typename Work>
  void start(const Work&) {}
};

struct Mutex {};
struct Lock {
  explicit Lock(Mutex&) {}
};

#else

class Helpers {
 public:
  explicit Helpers(std::atomic<bool>& stop) : stop_(stop) {}
  Helpers(const Helpers&) = delete;
  Helpers& operator=(const Helpers&) = delete;
  ~Helpers() {
    stop_.store(true);
    for (std::thread& thread : threads_) thread.join();
  }

  template <typename Work>
  void start(Work work) {
    threads_.emplace_back(work);
  }

 private:
  std::atomic<bool>& stop_;
  std::vector<std::thread> threads_;
};

using Mutex = std::mutex;
using Lock = std::scoped_lock<std::mutex>;

#endif

}  // namespace hyperchess
