// A linear programme in two unknowns that is asked one question: is it certainly infeasible?
#pragma once

#include <cstddef>
#include <vector>

namespace calibrant {

/// The half-planes  alpha * a[i] + beta * b[i] >= d[i].
struct HalfPlanes {
  std::vector<double> a;
  std::vector<double> b;
  std::vector<double> d;

  std::size_t size() const noexcept { return a.size(); }
  void resize(std::size_t count) {
    a.resize(count);
    b.resize(count);
    d.resize(count);
  }
};

/// Is it certain that no (alpha, beta) with |alpha|, |beta| <= bound lies in all half-planes?
/// True only with a certificate that outweighs all rounding; false may also mean "not found".
/// `first` and `second` are where the search begins: two different half-planes.
bool certainly_infeasible(const HalfPlanes& planes, std::size_t first, std::size_t second,
                          double bound);

}  // namespace calibrant
