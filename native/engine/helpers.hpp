// Threads that help a search, and end however it ends.
#pragma once

#include <atomic>
#include <thread>
#include <vector>

namespace hyperchess {

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

}  // namespace hyperchess
