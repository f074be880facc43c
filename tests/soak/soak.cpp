// Load held: every method fitted, saved, loaded and applied in a loop, in one process, for as long
// as is asked. `soak SECONDS`. Passes if memory at the end is what it was after the first tenth.
//
// A leak shows in the live bytes of the heap, which do not depend on what the allocator keeps; the
// resident size shows what the allocator makes of it.
#include <malloc.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "calibrant/calibrant.hpp"
#include "support/shapes.hpp"

namespace {

using namespace calibrant;
using Clock = std::chrono::steady_clock;

constexpr double kMostGrowth = 1.02;
constexpr double kSpareBytes = 4e6;

double resident_bytes() {
  std::ifstream file("/proc/self/statm");
  double pages = 0;
  file >> pages >> pages;
  return pages * 4096;
}

double live_bytes() {
  const struct mallinfo2 info = ::mallinfo2();
  return static_cast<double>(info.uordblks + info.hblkhd);
}

struct Work {
  std::size_t fits = 0;
  double rows = 0;
};

// One round: every method on data of another shape and size.
void round_of(std::uint64_t seed, Work& work) {
  const testing::Shape shape = testing::kShapes[seed % testing::kShapes.size()];
  const testing::Sample sample = testing::draw(shape, 200 + 37 * (seed % 50), seed);
  const testing::Sample fresh = testing::draw(shape, 100'000, seed + 1);
  const Observations seen = observe(sample.scores, sample.labels);
  std::vector<double> probabilities(fresh.scores.size());
  for (const std::string_view method : method_names()) {
    const Curve fitted = fit_method(method, seen, {.execution = {.threads = 2}});
    const Model model = from_json(to_json(fitted));
    apply(std::get<Curve>(model), fresh.scores, probabilities);
    const Scorecard card = evaluate(probabilities, fresh.labels);
    if (!(card.brier > 0 && card.brier < 1)) std::abort();
    work.fits += 1;
    work.rows += static_cast<double>(probabilities.size());
  }
  try {
    from_json("{}");
  } catch (const ModelError&) {
    // Errors must not leak either.
  }
}

}  // namespace

int main(int argc, char** argv) {
  const double seconds = argc > 1 ? std::atof(argv[1]) : 600;
  const auto begin = Clock::now();
  const auto elapsed = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
  Work work;
  double early_live = 0;
  double early_resident = 0;
  for (std::uint64_t round = 1; elapsed() < seconds || early_live == 0; ++round) {
    round_of(round, work);
    if (early_live == 0 && elapsed() >= seconds / 10) {
      early_live = live_bytes();
      early_resident = resident_bytes();
    }
  }
  const double live = live_bytes();
  const double resident = resident_bytes();
  const bool constant = live <= kMostGrowth * early_live + kSpareBytes / 10 &&
                        resident <= kMostGrowth * early_resident + kSpareBytes;
  std::printf(
      "%.0f s: %zu fits, %.0f million rows applied and evaluated\n"
      "live heap %.3f MB after a tenth, %.3f MB at the end; resident %.1f MB and %.1f MB: %s\n",
      elapsed(), work.fits, work.rows / 1e6, early_live / 1e6, live / 1e6, early_resident / 1e6,
      resident / 1e6, constant ? "constant" : "GROWING");
  return constant ? 0 : 1;
}
