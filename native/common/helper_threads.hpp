// Helper threads of a search, and the lock that allows one search at a time. Browsers have one thread: there
// the classes do nothing.
#pragma once

#include <atomic>

#ifndef __wasm__
#include <mutex>
#include <thread>
#include <vector>
#endif

namespace hyperchess {

#ifdef __wasm__

class HelperThreads {
 public:
  explicit HelperThreads(std::atomic<bool>&) {}
  template <typename Work>
  void start(const Work&) {}
};

struct Mutex {};
struct Lock {
  explicit Lock(Mutex&) {}
};

#else

// Threads that are stopped and joined by the destructor, however the search ends.
class HelperThreads {
 public:
  explicit HelperThreads(std::atomic<bool>& stop) : stop_(stop) {}
  HelperThreads(const HelperThreads&) = delete;
  HelperThreads& operator=(const HelperThreads&) = delete;
  ~HelperThreads() {
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
