// Several classes on the command line: which column belongs to which class.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "calibrant/model_file.hpp"

namespace CLI {
class App;
}

namespace calibrant::cli {

inline constexpr std::size_t kMostClasses = 1000;

struct ClassColumns {
  std::vector<std::string> columns;
  std::vector<std::string> classes;  ///< columns[k] holds the scores of classes[k]
};

/// Adds --classes.
void add_classes_option(CLI::App& verb, std::optional<std::string>& classes);

/// What `option` (--score p_a,p_b,p_c) says; absent if it names one column. Without --classes, a
/// class is called what its column is called behind the prefix that all columns share, up to the
/// last character of it that is no letter or digit: p_cat and p_car are cat and car. Throws
/// UsageError.
std::optional<ClassColumns> class_columns(const std::string& option, const std::string& columns,
                                          const std::optional<std::string>& classes);

/// The same columns in the order of the model's classes; absent for a model of two classes. Throws
/// UsageError if they do not fit the model, which messages call `path`.
std::optional<ClassColumns> columns_for(const Model& model,
                                        const std::optional<ClassColumns>& columns,
                                        const std::string& path);

}  // namespace calibrant::cli
