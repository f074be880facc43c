// Several classes on the command line: which column belongs to which class.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "calibrant/model_file.hpp"
#include "csv/input.hpp"

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

/// What `option` (--score p_a,p_b,p_c) says in input.score; absent if it names one column. Without
/// --classes, a class is called what its column is called behind the prefix that all columns share,
/// up to the last character of it that is no letter or digit: p_cat and p_car are cat and car. Of a
/// pattern, p_*, it is called what the * stands for. Throws UsageError.
std::optional<ClassColumns> class_columns(const std::string& option, InputOptions& input,
                                          const std::optional<std::string>& classes);

/// The names between commas. Throws UsageError if one is empty or there twice.
std::vector<std::string> split_names(const std::string& option, const std::string& text);

/// The same columns in the order of these classes; absent if the classes are others.
std::optional<ClassColumns> in_order_of(const std::vector<std::string>& classes,
                                        const ClassColumns& columns);

/// The same columns in the order of the model's classes; absent for a model of two classes. If
/// --score was not given, those of the file are found by the classes. Throws UsageError if they do
/// not fit the model, which messages call `path`.
std::optional<ClassColumns> columns_for(const Model& model,
                                        const std::optional<ClassColumns>& columns,
                                        const std::string& path, InputOptions& input,
                                        const std::string& option = "--score");

}  // namespace calibrant::cli
