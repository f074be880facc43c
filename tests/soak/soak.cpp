// Load held: every method fitted, saved, loaded and applied in a loop, in one process, for as long
// as is asked. `soak SECONDS`. Passes if memory in the last tenth is what it was in the second (in
// the first, threads get their arenas).
//
// A leak shows in the live bytes of the heap, which do not depend on what the allocator keeps. The
// resident size shows what the allocator makes of it: it swings by megabytes from round to round,
// as arenas grow and are trimmed, so that only its peaks can be compared.
#include <malloc.h>

#include <algorithm>
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

// The most that was seen in a stretch of time.
struct Peak {
  double live = 0;
  double resident = 0;

  void look() {
    live = std::max(live, live_bytes());
    resident = std::max(resident, resident_bytes());
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
  Peak early;
  Peak late;
  for (std::uint64_t round = 1; tenth() < 10 || early.live == 0 || late.live == 0; ++round) {
    round_of(round, work);
    if (tenth() >= 1 && (tenth() < 2 || early.live == 0)) early.look();
    if (tenth() >= 9) late.look();
  }
  const bool constant = late.live <= kMostGrowth * early.live + kSpareBytes / 10 &&
                        late.resident <= kMostGrowth * early.resident + kSpareBytes;
  std::printf(
      "%.0f s: %zu fits, %.0f million rows applied and evaluated\n"
      "at most, in the second tenth and in the last: live heap %.3f and %.3f MB, resident %.1f and "
      "%.1f MB: %s\n",
      tenth() * seconds / 10, work.fits, work.rows / 1e6, early.live / 1e6, late.live / 1e6,
      early.resident / 1e6, late.resident / 1e6, constant ? "constant" : "GROWING");
  return constant ? 0 : 1;
}
