// One method on given rows: what a user's fit (rows to curve) and apply take, for the sweep over
// sizes in bench/speed/sweep, which asks several such processes in turn.
//
// FILES.scores, FILES.labels and FILES.new hold float64, uint8 and float64 as they lie in memory.
// Says "ready", then answers each line of standard input, "fit" or "apply", with the seconds that
// it took and the MiB by which memory rose meanwhile. The method "sort" is the yardstick: std::sort
// in place of the fit, memcpy in place of the apply.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iostream>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "calibrant/acp.hpp"
#include "calibrant/method.hpp"
#include "harness.hpp"

namespace calibrant::bench {
namespace {

constexpr double kEnough = 0.01;  // seconds: shorter work is called again until it adds up
constexpr double kMostCalls = 1000;
constexpr double kAcpWidth = 0.1;

struct Cell {
  Work fit;
  Work apply;
};

template <class T>
std::vector<T> read(const std::string& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  if (!file) throw std::runtime_error("cannot read " + path);
  std::vector<T> values(static_cast<std::size_t>(file.tellg()) / sizeof(T));
  file.seekg(0);
  file.read(reinterpret_cast<char*>(values.data()),
            static_cast<std::streamsize>(values.size() * sizeof(T)));
  return values;
}

struct Rows {
  std::vector<double> scores;
  std::vector<std::uint8_t> labels;
  std::vector<double> fresh;
  std::vector<double> out;

  Observations observed() const { return observe(scores, labels); }
};

/// Methods by the library's names, and four more with other options than the defaults.
std::pair<std::string, MethodOptions> options_of(const std::string& method) {
  static const std::map<std::string, std::pair<std::string, MethodOptions>> kOthers = {
      {"abb-fixed", {"abb", {.prior = {.lambda = 1}}}},
      {"sbb-fixed", {"sbb", {.prior = {.lambda = 1}}}},
      {"histogram-width", {"histogram", {.strategy = BinStrategy::kEqualWidth}}},
      {"isotonic-linear", {"isotonic", {.interpolate = true}}},
  };
  const auto found = kOthers.find(method);
  return found == kOthers.end() ? std::pair{method, MethodOptions{}} : found->second;
}

Cell curve_cell(Rows& rows, const std::string& name, std::optional<Curve>& curve) {
  const auto [method, options] = options_of(name);
  return {[&rows, &curve, method = method, options = options] {
            curve = fit_method(method, rows.observed(), options);
          },
          [&rows, &curve] { apply(*curve, rows.fresh, rows.out, {.threads = 1}); }};
}

Cell acp_cell(Rows& rows, std::optional<AcpModel>& model) {
  return {[&rows, &model] { model = fit_acp(rows.observed()); },
          [&rows, &model] {
            for (std::size_t i = 0; i < rows.fresh.size(); ++i) {
              const double p = rows.fresh[i];
              rows.out[i] = (*model)(p, p - kAcpWidth / 2, p + kAcpWidth / 2);
            }
          }};
}

Cell sort_cell(Rows& rows) {
  return {[&rows] {
            std::vector<double> copy = rows.scores;
            std::sort(copy.begin(), copy.end());
            benchmark::DoNotOptimize(copy.data());
          },
          [&rows] {
            std::memcpy(rows.out.data(), rows.fresh.data(), rows.out.size() * sizeof(double));
            benchmark::DoNotOptimize(rows.out.data());
          }};
}

struct Measured {
  double seconds = 0;
  double mebibytes = 0;
};

Measured measure(const Work& work) {
  Measured measured;
  measured.mebibytes = peak_memory([&] {
    const double once = median_seconds(work, 1);
    const double calls = std::clamp(std::ceil(kEnough / once), 1.0, kMostCalls);
    measured.seconds = calls > 1 ? mean_seconds(work, static_cast<int>(calls)) : once;
  });
  return measured;
}

}  // namespace

int serve_cell(std::string_view method, std::string_view files) {
  const std::string name(method);
  const std::string prefix(files);
  Rows rows{.scores = read<double>(prefix + ".scores"),
            .labels = read<std::uint8_t>(prefix + ".labels"),
            .fresh = read<double>(prefix + ".new"),
            .out = {}};
  rows.out.assign(rows.fresh.size(), 1);  // touched: its pages are no part of an apply
  std::optional<Curve> curve;
  std::optional<AcpModel> model;
  const Cell cell = name == "sort"  ? sort_cell(rows)
                    : name == "acp" ? acp_cell(rows, model)
                                    : curve_cell(rows, name, curve);
  fmt::print("ready\n");
  std::fflush(stdout);
  for (std::string line; std::getline(std::cin, line);) {
    const Measured measured = measure(line == "fit" ? cell.fit : cell.apply);
    fmt::print("{} {}\n", measured.seconds, measured.mebibytes);
    std::fflush(stdout);
  }
  return 0;
}

}  // namespace calibrant::bench
