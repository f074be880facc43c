// NumPy arrays in and out. The Python side hands over contiguous arrays of the right type, so that
// nothing is copied or converted here without being seen.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "system/large_array.hpp"

namespace calibrant::python {

namespace nb = nanobind;

using Doubles = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Labels = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Classes = nb::ndarray<const std::uint32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Matrix = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

using NewDoubles = nb::ndarray<nb::numpy, double, nb::ndim<1>>;
using NewMatrix = nb::ndarray<nb::numpy, double, nb::ndim<2>>;
using View = nb::ndarray<nb::numpy, const double, nb::ndim<1>>;

template <class Array>
auto span_of(const Array& array) {
  return std::span(array.data(), array.size());
}

/// Absent weights are no weights.
inline std::span<const double> span_of(const std::optional<Doubles>& weights) {
  return weights ? std::span(weights->data(), weights->size()) : std::span<const double>();
}

/// Memory that becomes an array without being copied.
class Buffer {
 public:
  explicit Buffer(std::size_t size) { numbers_->resize(size); }

  std::span<double> span() { return *numbers_; }

  NewDoubles to_array() && {
    const std::size_t size = numbers_->size();
    double* data = numbers_->data();
    return NewDoubles(data, {size}, owner(std::move(numbers_)));
  }
  NewMatrix to_matrix(std::size_t columns) && {
    const std::size_t rows = numbers_->size() / columns;
    double* data = numbers_->data();
    return NewMatrix(data, {rows, columns}, owner(std::move(numbers_)));
  }

 private:
  static nb::capsule owner(std::unique_ptr<LargeArray> numbers) {
    return nb::capsule(numbers.release(),
                       [](void* p) noexcept { delete static_cast<LargeArray*>(p); });
  }

  std::unique_ptr<LargeArray> numbers_ = std::make_unique<LargeArray>();
};

/// A copy of numbers that live in a model.
inline NewDoubles copy_of(std::span<const double> numbers) {
  Buffer buffer(numbers.size());
  std::copy(numbers.begin(), numbers.end(), buffer.span().begin());
  return std::move(buffer).to_array();
}

}  // namespace calibrant::python
