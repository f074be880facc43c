#include "data/uci.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <vector>

#include "calibrant/error.hpp"
#include "data/delimited.hpp"

namespace calibrant::experiments {
namespace {

struct PublicFile {
  const char* name;
  const char* md5;
  const char* archive;  ///< the archive that holds it
};

constexpr const char* kAdultArchive = "https://archive.ics.uci.edu/static/public/2/adult.zip";
constexpr const char* kSpectArchive =
    "https://archive.ics.uci.edu/static/public/95/spect+heart.zip";

constexpr std::array<PublicFile, 4> kFiles = {{
    {"adult.data", "5d7c39d7b8804f071cdd1f2a7c460872", kAdultArchive},
    {"adult.test", "366c746021dc50ad9d933d2817612fc9", kAdultArchive},
    {"SPECT.train", "b1d49901a1abbd48703d9593b99bac49", kSpectArchive},
    {"SPECT.test", "293b159e98791b39c714c4b874f5ca51", kSpectArchive},
}};

constexpr std::size_t kAdultFields = 15;
constexpr std::size_t kAdultFeatures = kAdultFields - 1;
constexpr std::array<bool, kAdultFeatures> kAdultContinuous = {
    true, false, true, false, true, false, false, false, false, false, true, true, true, false};

std::uint8_t adult_label(const Line& line) {
  std::string_view text = line.fields.back();
  if (text.ends_with('.')) text.remove_suffix(1);  // adult.test
  if (text != ">50K" && text != "<=50K") {
    throw Error(fmt::format("{}: the class is '{}' (<=50K or >50K was expected)", line.place,
                            line.fields.back()));
  }
  return text == ">50K" ? 1 : 0;
}

Dataset encode_adult(const std::vector<Line>& lines) {
  Dataset data;
  data.features.resize(static_cast<Eigen::Index>(lines.size()), kAdultFeatures);
  for (const Line& line : lines) data.labels.push_back(adult_label(line));
  for (std::size_t j = 0; j < kAdultFeatures; ++j) {
    std::map<std::string, double> codes;
    if (!kAdultContinuous.at(j)) {
      for (const Line& line : lines) codes[line.fields[j]] = 0;
      double next = 0;
      for (auto& [text, code] : codes) code = next++;
    }
    data.levels.push_back(codes.size());
    for (std::size_t i = 0; i < lines.size(); ++i) {
      data.features(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) =
          kAdultContinuous.at(j) ? number_at(lines[i], j) : codes.at(lines[i].fields[j]);
    }
  }
  return data;
}

bool has_file(const std::filesystem::path& directory, const char* name) {
  return !directory.empty() && std::filesystem::exists(directory / name);
}

constexpr std::size_t kSpectFields = 23;

Dataset read_spect_part(const std::filesystem::path& path, std::size_t rows) {
  const std::vector<Line> lines = read_lines(path, kSpectFields);
  if (lines.size() != rows) {
    throw Error(fmt::format("{}: {} rows ({} were expected)", path.string(), lines.size(), rows));
  }
  Dataset data;
  data.levels.assign(kSpectFields - 1, 2);
  data.features.resize(static_cast<Eigen::Index>(rows), kSpectFields - 1);
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < kSpectFields; ++j) {
      const double value = number_at(lines[i], j);
      if (value != 0 && value != 1) {
        throw Error(
            fmt::format("{}: field {} is {} (0 or 1 was expected)", lines[i].place, j + 1, value));
      }
      if (j == 0) {
        data.labels.push_back(value == 1 ? 1 : 0);
      } else {
        data.features(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j - 1)) = value;
      }
    }
  }
  return data;
}

}  // namespace

Dataset read_adult(const std::filesystem::path& directory) {
  constexpr std::size_t kComplete = 45222;
  std::vector<Line> lines = read_lines(directory / "adult.data", kAdultFields);
  for (Line& line : read_lines(directory / "adult.test", kAdultFields)) {
    lines.push_back(std::move(line));
  }
  std::erase_if(lines, [](const Line& line) {
    return std::find(line.fields.begin(), line.fields.end(), "?") != line.fields.end();
  });
  if (lines.size() != kComplete) {
    throw Error(
        fmt::format("{}: adult.data and adult.test have {} rows without '?' ({} were expected)",
                    directory.string(), lines.size(), kComplete));
  }
  return encode_adult(lines);
}

Split read_spect(const std::filesystem::path& directory) {
  constexpr std::size_t kTrainRows = 80;
  constexpr std::size_t kTestRows = 187;
  Split split;
  split.train = read_spect_part(directory / "SPECT.train", kTrainRows);
  split.calibration = split.train;
  split.test = read_spect_part(directory / "SPECT.test", kTestRows);
  return split;
}

std::vector<std::string> missing_files(const std::filesystem::path& directory) {
  std::vector<std::string> missing;
  for (const PublicFile& file : kFiles) {
    if (has_file(directory, file.name)) continue;
    missing.push_back(fmt::format("{} (md5 {}) from {}", file.name, file.md5, file.archive));
  }
  return missing;
}

bool has_adult(const std::filesystem::path& directory) {
  return has_file(directory, "adult.data") && has_file(directory, "adult.test");
}

bool has_spect(const std::filesystem::path& directory) {
  return has_file(directory, "SPECT.train") && has_file(directory, "SPECT.test");
}

}  // namespace calibrant::experiments
