// The library's own answers: evaluate_model MODEL SCORES OUT, doubles in, doubles out; with a band,
// all the lower bounds and then all the upper bounds follow. Of several classes, row by row.
#include <cstdio>
#include <exception>
#include <fstream>
#include <string>
#include <variant>
#include <vector>

#include "calibrant/calibrant.hpp"

namespace {

std::vector<double> read(const std::string& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  std::vector<double> numbers(static_cast<std::size_t>(file.tellg()) / sizeof(double));
  file.seekg(0);
  file.read(reinterpret_cast<char*>(numbers.data()),
            static_cast<std::streamsize>(numbers.size() * sizeof(double)));
  return numbers;
}

void write(std::ofstream& file, const std::vector<double>& numbers) {
  file.write(reinterpret_cast<const char*>(numbers.data()),
             static_cast<std::streamsize>(numbers.size() * sizeof(double)));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fputs("usage: evaluate_model MODEL SCORES OUT\n", stderr);
    return 64;
  }
  try {
    const calibrant::Model model = calibrant::load(argv[1]);
    const std::vector<double> scores = read(argv[2]);
    std::ofstream out(argv[3], std::ios::binary);
    if (const auto* classes = std::get_if<calibrant::MulticlassModel>(&model)) {
      write(out, calibrant::apply(*classes, scores));
    } else {
      const auto& curve = std::get<calibrant::Curve>(model);
      write(out, calibrant::apply(curve, scores));
      if (curve.band()) {
        std::vector<double> lower(scores.size());
        std::vector<double> upper(scores.size());
        calibrant::apply_interval(curve, scores, lower, upper);
        write(out, lower);
        write(out, upper);
      }
    }
    out.close();
    return out ? 0 : 2;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "evaluate_model: %s\n", error.what());
    return 2;
  }
}
