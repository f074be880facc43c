// Load held: every method fitted, saved, loaded and applied in a loop, in one process, for as long
// as is asked. `soak SECONDS`. Passes if the memory that is held at the end is what was held after
// two tenths of the time.
//
// Held are the live bytes of the heap, and what is resident once the allocator has given back what
// nobody uses. In between it keeps more or less of it, and the resident size swings by megabytes
// from round to round: its peaks in the second and in the last tenth are told, too.
#include <malloc.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "calibrant/calibrant.hpp"
#include "helpers/shapes.hpp"

namespace {

using namespace calibrant;
using Clock = std::chrono::steady_clock;

// Threads keep some freed chunks for themselves, which count as live. Two bytes a fit are more than
// this, in ten minutes.
constexpr double kMostLiveGrowth = 1e5;
constexpr double kMostResidentGrowth = 1.05;

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

// What is held, and the most that was resident before.
struct Memory {
  double live = 0;
  double resident = 0;
  double peak = 0;

  void look() { peak = std::max(peak, resident_bytes()); }
  void settle() {
    ::malloc_trim(0);
    live = live_bytes();
    resident = resident_bytes();
  }
};

}  // namespace

int main(int argc, char** argv) {
  const double seconds = argc > 1 ? std::atof(argv[1]) : 600;
  const auto begin = Clock::now();
  const auto tenth = [&] {
    return 10 * std::chrono::duration<double>(Clock::now() - begin).count() / seconds;
  };
  Work work;
  Memory early;
  Memory late;
  for (std::uint64_t round = 1; tenth() < 10 || late.peak == 0; ++round) {
    round_of(round, work);
    if (early.live == 0 && tenth() >= 1) early.look();
    if (early.live == 0 && tenth() >= 2) early.settle();
    if (tenth() >= 9) late.look();
  }
  late.settle();
  const bool constant = late.live <= early.live + kMostLiveGrowth &&
                        late.resident <= kMostResidentGrowth * early.resident;
  std::printf(
      "%.0f s: %zu fits, %.0f million rows applied and evaluated\n"
      "after two tenths and at the end: live heap %.3f and %.3f MB, resident %.2f and %.2f MB, at "
      "most %.1f and %.1f MB: %s\n",
      tenth() * seconds / 10, work.fits, work.rows / 1e6, early.live / 1e6, late.live / 1e6,
      early.resident / 1e6, late.resident / 1e6, early.peak / 1e6, late.peak / 1e6,
      constant ? "constant" : "GROWING");
  return constant ? 0 : 1;
}
