// Any bytes as a CSV file, plain or gzip, through every way of reading it.
//
// Promises: refused with an Error that names the file, or: columns of equal length, finite scores,
// and the two ways to observations agree; apply writes as many rows as it read.
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "apply/calibrate.hpp"
#include "calibrant/error.hpp"
#include "common/verbs.hpp"
#include "csv/class_rows.hpp"
#include "csv/input.hpp"
#include "csv/observations.hpp"
#include "fuzz/scratch.hpp"
#include "fuzz/target.hpp"

namespace calibrant::fuzz {
namespace {

using namespace calibrant::cli;

template <class Read>
auto read_or_refuse(const InputOptions& options, const Read& read)
    -> std::optional<decltype(read())> {
  try {
    return read();
  } catch (const UsageError&) {
    return {};
  } catch (const Error& error) {
    require(std::string_view(error.what()).starts_with(options.path), "a message names the file");
    return {};
  }
}

bool same(const Observations& a, const Observations& b) {
  const auto equal = [](std::span<const double> x, std::span<const double> y) {
    return x.size() == y.size() && std::memcmp(x.data(), y.data(), x.size_bytes()) == 0;
  };
  return equal(a.scores(), b.scores()) && equal(a.negatives(), b.negatives()) &&
         equal(a.positives(), b.positives());
}

InputOptions take_options(Input& input) {
  InputOptions options;
  const std::uint8_t head = input.byte();
  options.path = (head & 1U) != 0 ? "in.csv.gz" : "in.csv";
  constexpr std::array<char, 4> kDelimiters = {',', ';', '\t', ' '};
  options.delimiter = kDelimiters[(head >> 1U) % 4];
  options.probabilities = (head & 8U) != 0;
  if ((head & 16U) != 0) options.weight = "weight";
  if ((head & 32U) != 0) {
    options.negatives = "neg";
    options.positives = "pos";
  }
  if ((head & 64U) != 0) options.positive = "yes";
  if ((head & 128U) != 0) options.by = "by";
  options.threads = 1;
  return options;
}

void run(Input input) {
  static const ScratchDirectory directory;
  InputOptions options = take_options(input);
  ScratchDirectory::write(options.path, input.text());
  const auto rows = read_or_refuse(options, [&] { return read_rows(options); });
  const auto seen = read_or_refuse(options, [&] { return read_observations(options); });
  if (rows) {
    const std::size_t n = rows->size();
    for (const double score : rows->scores) require(std::isfinite(score), "a score is finite");
    require(n > 0, "there are rows");
    require(rows->labels.size() == (options.negatives ? 0 : n), "as many labels as scores");
    require(rows->weights.size() == (options.weight ? n : 0), "as many weights as scores");
    const auto observed = read_or_refuse(options, [&]() -> std::optional<Observations> {
      try {
        return observe_rows(*rows);
      } catch (const InputError&) {
        return {};  // the weights have no finite sum
      }
    });
    if (observed && *observed) {
      require(seen.has_value() && same(seen->observations, **observed),
              "both ways of reading agree");
    }
  }
  const ClassColumns classes = {.columns = {"a", "b"}, .classes = {"a", "b"}};
  read_or_refuse(options, [&] { return read_class_rows(options, classes, {}); });
  const Model model = Curve(Segments{{0, 1}, {0.25, 0.75}});
  read_or_refuse(options, [&] {
    calibrate(model, options, {.output = "/dev/null"});
    return true;
  });
}

}  // namespace
}  // namespace calibrant::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  calibrant::fuzz::run({data, size});
  return 0;
}
