// Every method by its name, for programs that let their users choose. Front ends, benches and tests
// take their lists of methods from this table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "calibrant/abb.hpp"
#include "calibrant/api.hpp"
#include "calibrant/cells.hpp"
#include "calibrant/classes.hpp"
#include "calibrant/curve.hpp"
#include "calibrant/execution.hpp"
#include "calibrant/groups.hpp"
#include "calibrant/histogram.hpp"
#include "calibrant/model.hpp"
#include "calibrant/observations.hpp"
#include "calibrant/option.hpp"
#include "calibrant/prior.hpp"

namespace CALIBRANT_API calibrant {

/// The options of all methods together. Each method reads its own; option.hpp says which and why.
struct MethodOptions {
  Prior prior = {};
  Lookup lookup = Lookup::kLinear;
  std::optional<double> level = {};
  bool smoothing = true;
  std::size_t bins = 10;
  BinStrategy strategy = BinStrategy::kEqualMass;
  bool interpolate = false;
  std::optional<bool> monotone = {};          ///< absent: as in AutoOptions
  bool exact = false;                         ///< Auto's curve is not thinned (simplify.hpp)
  std::optional<CellRule> cells = {};         ///< scores are rounded to these cells first
  std::optional<std::size_t> tabulate = {};   ///< the curve becomes a table of so many cells
  bool keep_top = false;                      ///< several classes: as in ClassOptions
  std::optional<ClassInput> input = {};       ///< several classes: as in ClassOptions
  std::optional<std::size_t> keep_rows = {};  ///< several classes: of a sample for updates
  std::string curve = "auto";                 ///< one-vs-rest: the method of each class's curve
  bool every_class = true;                    ///< several classes: as in ClassOptions
  Execution execution = {};
};

struct Method {
  std::string_view name;
  std::string_view title;    ///< for people, in tables
  std::string_view summary;  ///< when to use it, one sentence
  /// Other packages' names for it, which messages translate.
  std::vector<std::string_view> aliases = {};
  bool needs_probabilities = false;
  bool gives_curve = true;   ///< of one score; ACP does not: it needs an interval for each score
  bool can_be_long = false;  ///< reports progress and can be cancelled
  enum class Classes : std::uint8_t { kAny, kTwo, kSeveral };
  Classes classes = Classes::kAny;  ///< how many it is for
  /// How it fits several classes together, if it does. Otherwise each class gets a curve.
  std::optional<ClassMethod> joint = {};
  /// The names of the options that it reads to fit a curve, beside those that are common to all.
  std::vector<std::string_view> options = {};
  /// The names of those that it reads to fit several classes.
  std::vector<std::string_view> class_options = {};
  /// Python's class. Methods that share one differ in the value of an argument.
  struct Python {
    std::string_view class_name;
    std::size_t positional = 0;  ///< so many of the options may be given without their names
    std::string_view argument = {};
    std::string_view value = {};
  } python;
  Model (*fit)(const Observations&, const MethodOptions&) = nullptr;
  /// Rows without weights to a curve, where that is faster without sorting them; or nothing.
  std::optional<Curve> (*fit_unsorted)(std::span<const double> scores,
                                       std::span<const std::uint8_t> labels,
                                       const MethodOptions&) = nullptr;
};

/// Every method, in the order of help texts and tables.
const std::vector<Method>& methods();

/// The names of those that give a curve.
const std::vector<std::string_view>& method_names();

/// Throws OptionError for an unknown name, as refuse_method does.
const Method& find_method(std::string_view name);

/// Throws OptionError `called: 'sigmoid' is called platt here`, or `called: 'bbp' is not one of …`
/// with a suggestion, where there is one. The known names may be others than those of the table.
[[noreturn]] void refuse_method(std::string_view name, std::span<const std::string_view> known,
                                std::string_view called = "method");

/// The names of the methods that read an option.
std::vector<std::string_view> methods_that_read(const Option& option);

/// Do the scores have to be probabilities, with these options? Throws OptionError for an unknown
/// name.
bool needs_probabilities(std::string_view method, const MethodOptions& options = {});

/// Throws OptionError for an unknown name or one that gives no curve, and what the method throws.
Curve fit_method(std::string_view method, const Observations& observations,
                 const MethodOptions& options = {});

/// From rows, which not every method has to sort: the same curve as through observe(). Throws
/// InputError too.
Curve fit_method(std::string_view method, std::span<const double> scores,
                 std::span<const std::uint8_t> labels, std::span<const double> weights = {},
                 const MethodOptions& options = {});

/// Any method's model of counted scores. With names of classes there are as many observations, and
/// each class gets a curve; otherwise there is one. Throws OptionError for a method that is not for
/// so many classes, or that needs whole rows.
Model fit_model(std::string_view method, std::span<const Observations> observations,
                const std::vector<std::string>& classes = {}, const MethodOptions& options = {});

/// Any method's model of rows of several classes. A method that fits classes together does; of
/// another, each class gets a curve. Throws OptionError and InputError as the fits do, which name
/// the classes by their names.
MulticlassModel fit_multiclass(std::string_view method, std::span<const double> scores,
                               std::span<const std::uint32_t> labels,
                               const std::vector<std::string>& names,
                               std::span<const double> weights = {},
                               const MethodOptions& options = {});

/// A curve for all rows by any method that gives one, and a correction for each group. `by` names
/// the groups' column. Throws OptionError for another method.
GroupedModel fit_groups(std::string_view method, std::string by,
                        std::span<const GroupObservations> groups,
                        const MethodOptions& options = {});

/// Throws OptionError if the method is not for one score a row, or not for several, or if it does
/// not read one of the options there; a front end asks before it reads rows.
void check_use(std::string_view method, const OptionValues& given, bool several,
               Spelling spelling = Spelling::kLibrary);

/// Methods and options as a JSON text, for programs in other languages.
std::string methods_as_json();

}  // namespace calibrant
