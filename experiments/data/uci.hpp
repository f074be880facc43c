// The two public data sets of the paper, from the files of the UCI Machine Learning Repository.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "data/dataset.hpp"

namespace calibrant::experiments {

/// UCI Adult, adult.data and adult.test together without the rows that have a `?`: 45,222 rows, 6
/// continuous and 8 discrete features in the order of the file; label 1 is `>50K`. Codes follow the
/// alphabet. Throws Error naming the file and the line.
Dataset read_adult(const std::filesystem::path& directory);

/// UCI SPECT: the 80 training rows are also the calibration rows, as in the paper.
Split read_spect(const std::filesystem::path& directory);

/// Which of the four files are not there, each with where to get it and its checksum.
std::vector<std::string> missing_files(const std::filesystem::path& directory);

/// Both files of the data set are there.
bool has_adult(const std::filesystem::path& directory);
bool has_spect(const std::filesystem::path& directory);

}  // namespace calibrant::experiments
