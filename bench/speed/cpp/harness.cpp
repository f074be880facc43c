#include "harness.hpp"

#include <malloc.h>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <string_view>

#include "helpers/shapes.hpp"

namespace calibrant::bench {
namespace {

std::vector<Row>& rows() {
  static std::vector<Row> all;
  return all;
}

std::vector<Figure>& figures() {
  static std::vector<Figure> all;
  return all;
}

double seconds(const Work& work, int calls) {
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < calls; ++i) work();
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  return elapsed.count() / calls;
}

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2),
                   values.end());
  return values[values.size() / 2];
}

double status_mebibytes(const std::string& key) {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    double kibibytes = 0;
    if (word == key && status >> kibibytes) return kibibytes / 1024;
  }
  return 0;
}

/// A line for whoever collects the rows: bench/speed/records.py says what it holds.
void record(const nlohmann::json& line) {
  const char* path = std::getenv("CALIBRANT_BENCH_RECORDS");
  if (path != nullptr) std::ofstream(path, std::ios::app) << line.dump() << '\n';
}

bool report(const std::string& name, double value, double limit, const std::string& detail,
            nlohmann::json measured = nlohmann::json::object()) {
  const bool pass = value <= limit;
  fmt::print("{} {:<58} {:>8.3f} (limit {:g}){}\n", pass ? "PASS" : "FAIL", name, value, limit,
             detail.empty() ? "" : "  " + detail);
  std::fflush(stdout);
  measured.update({{"kind", "row"},
                   {"name", name},
                   {"value", value},
                   {"limit", limit},
                   {"passed", pass},
                   {"detail", detail}});
  record(measured);
  return pass;
}

bool run(const Row& row) {
  const Work timed_work = row.work();
  const Work timed_yardstick = row.yardstick();
  std::vector<double> work;
  std::vector<double> yardstick;
  for (int i = 0; i < row.repeats; ++i) {
    yardstick.push_back(seconds(timed_yardstick, row.calls));
    work.push_back(seconds(timed_work, row.calls));
  }
  const double w = median(work);
  const double y = median(yardstick);
  return report(row.name, w / y, row.limit,
                fmt::format("{:.3e} s / {:.3e} s {}", w, y, row.yardstick_name),
                {{"work_seconds", work},
                 {"yardstick_seconds", yardstick},
                 {"yardstick", row.yardstick_name}});
}

}  // namespace

bool add_rows(std::vector<Row> added) {
  std::move(added.begin(), added.end(), std::back_inserter(rows()));
  return true;
}

bool add_figures(std::vector<Figure> added) {
  std::move(added.begin(), added.end(), std::back_inserter(figures()));
  return true;
}

double median_seconds(const Work& work, int repeats) {
  std::vector<double> times;
  for (int i = 0; i < repeats; ++i) times.push_back(seconds(work, 1));
  return median(times);
}

double mean_seconds(const Work& work, int calls) { return seconds(work, calls); }

double peak_memory(const Work& work) {
  malloc_trim(0);  // what rows before this one have freed must not be taken again unseen
  // Writing 5 makes the kernel start the high-water mark anew.
  std::ofstream("/proc/self/clear_refs") << 5;
  const double before = status_mebibytes("VmRSS:");
  work();
  return status_mebibytes("VmHWM:") - before;
}

std::function<Work()> sort_doubles(std::size_t n) {
  return [n] {
    testing::Random random(42);
    auto values = std::make_shared<std::vector<double>>(n);
    for (double& value : *values) value = random.uniform();
    return [values] {
      std::vector<double> copy = *values;
      std::sort(copy.begin(), copy.end());
      benchmark::DoNotOptimize(copy.data());
    };
  };
}

int list() {
  for (const Row& row : rows()) fmt::print("{}\n", row.name);
  for (const Figure& figure : figures()) fmt::print("{}\n", figure.name);
  return 0;
}

/// The arguments choose rows by a part of their name; none: all. --list: only the names.
/// --cell METHOD FILES: see cell.cpp.
int main_bench(const std::vector<std::string_view>& wanted) {
  if (wanted == std::vector<std::string_view>{"--list"}) return list();
  if (wanted.size() == 3 && wanted[0] == "--cell") return serve_cell(wanted[1], wanted[2]);
  const auto chosen = [&](const std::string& name) {
    return wanted.empty() || std::any_of(wanted.begin(), wanted.end(), [&](std::string_view part) {
             return name.find(part) != std::string::npos;
           });
  };
  int failures = 0;
  int count = 0;
  for (const Row& row : rows()) {
    if (!chosen(row.name)) continue;
    ++count;
    failures += run(row) ? 0 : 1;
  }
  for (const Figure& figure : figures()) {
    if (!chosen(figure.name)) continue;
    ++count;
    failures += report(figure.name, figure.measure(), figure.limit, "") ? 0 : 1;
  }
  fmt::print("{} passed, {} failed\n", count - failures, failures);
  return failures == 0 ? 0 : 1;
}

}  // namespace calibrant::bench

int main(int argc, char** argv) { return calibrant::bench::main_bench({argv + 1, argv + argc}); }
