// Helper threads of a search. Browsers have one thread: there the class does nothing.
#pragma once

#include "common/limits.hpp"

#ifndef __wasm__
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>
#endif

namespace hyperchess {

#ifdef __wasm__

class HelperThreads {
 public:
  explicit HelperThreads(SearchControl&) {}
  template <typename Work>
  void start(const Work&) {}
  void join() {}
};

#else

// Threads that end with the search, however it ends. An exception in a thread ends the search.
class HelperThreads {
 public:
  explicit HelperThreads(SearchControl& control) : control_(control) {}
  HelperThreads(const HelperThreads&) = delete;
  HelperThreads& operator=(const HelperThreads&) = delete;
  ~HelperThreads() { stop(); }

  // Run `work` in a thread. Without a thread for it, the search goes on with those it has.
  template <typename Work>
  void start(Work work) {
    try {
      threads_.emplace_back([this, work] {
        try {
          work();
        } catch (...) {
          const std::scoped_lock lock(mutex_);
          if (!error_) error_ = std::current_exception();
          control_.end();
        }
      });
    } catch (const std::system_error&) {
      return;
    }
  }

  // End the search, wait for the threads, and rethrow their first exception.
  void join() {
    stop();
    if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
  }

 private:
  void stop() {
    control_.end();
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
  }

  SearchControl& control_;
  std::vector<std::thread> threads_;
  std::mutex mutex_;
  std::exception_ptr error_;
};

#endif

}  // namespace hyperchess
