#include "csv/block.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace calibrant::cli {

void Bytes::reserve(std::size_t capacity) {
  if (capacity <= capacity_) return;
  // At least half as much again, so that many small steps stay cheap.
  capacity = std::max(capacity, capacity_ + capacity_ / 2);
  auto data = std::make_unique_for_overwrite<char[]>(capacity);
  if (size_ > 0) std::memcpy(data.get(), data_.get(), size_);
  data_ = std::move(data);
  capacity_ = capacity;
}

void Bytes::append(std::string_view text) {
  if (text.empty()) return;
  reserve(size_ + text.size());
  std::memcpy(data_.get() + size_, text.data(), text.size());
  size_ += text.size();
}

}  // namespace calibrant::cli
