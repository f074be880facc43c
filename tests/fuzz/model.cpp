// Any text as a model file. The checksum would turn nearly all of it away, so the input is also
// taken for the model inside, with a checksum that is right.
//
// Promises: refused with a ModelError that names the file, or: it is safe to apply, gives
// probabilities, and says the same when it is written and read again; exports do not fail, and no
// locale changes a byte of them.
#include <fmt/format.h>

#include <limits>
#include <string>
#include <vector>

#include "calibrant/calibrant.hpp"
#include "fuzz/target.hpp"
#include "helpers/comma_locale.hpp"
#include "model_file/checksum.hpp"
#include "model_file/reader.hpp"
#include "support/legible.hpp"

namespace calibrant::fuzz {
namespace {

const std::vector<double>& probes() {
  constexpr double kMost = std::numeric_limits<double>::max();
  static const std::vector<double> scores = {-std::numeric_limits<double>::infinity(),
                                             -kMost,
                                             -1e9,
                                             -1,
                                             -5e-324,
                                             0,
                                             5e-324,
                                             1e-13,
                                             0.25,
                                             0.5,
                                             0.75,
                                             1 - 1e-16,
                                             1,
                                             2,
                                             1e9,
                                             kMost,
                                             std::numeric_limits<double>::infinity()};
  return scores;
}

void check(const Curve& curve) {
  for (const double p : apply(curve, probes())) require_probability(p, "a probability");
  if (curve.band()) {
    for (const double score : probes()) {
      const Interval interval = curve.interval(score);
      require_probability(interval.lower, "a lower bound");
      require_probability(interval.upper, "an upper bound");
      require(interval.lower <= interval.upper, "bounds are in order");
    }
  }
  describe(curve.origin());
  for (const ExportTarget target :
       {ExportTarget::kSql, ExportTarget::kC, ExportTarget::kOnnx, ExportTarget::kSpark}) {
    const auto text = [&] {
      return export_model(curve, target, {.interval = curve.band().has_value()});
    };
    const std::string plain = text();
    require(!plain.empty(), "an export says something");
    const testing::CommaLocale commas;
    require(text() == plain, "an export is the same in every locale");
  }
}

void check(const AcpModel& acp) {
  require_probability(acp(0.5, 0.25, 0.75), "ACP gives a probability");
}

void check(const MulticlassModel& model) {
  for (const Curve& curve : model.curves()) check(curve);
  std::vector<double> rows(2 * model.classes(), 0.5);
  rows.front() = 1;
  for (const double score : {1.0, -1.0, 1e-300, 1e308, -1e308}) {
    rows.back() = score;
    for (const double p : apply(model, rows)) require_probability(p, "a class's probability");
  }
}

void check(const GroupedModel& model) {
  check(model.common());
  for (std::uint32_t group = 0; group <= model.groups().size(); ++group) {
    const std::uint32_t place = group < model.groups().size() ? group : kUnknownGroup;
    for (const double score : probes()) {
      require_probability(model(score, place), "a group's probability");
      if (!model.common().band()) continue;
      const Interval interval = model.interval(score, place);
      require_probability(interval.lower, "a lower bound of a group");
      require_probability(interval.upper, "an upper bound of a group");
      require(interval.lower <= interval.upper, "bounds of a group are in order");
    }
  }
  require(!describe(model).empty(), "a description says something");
}

void check_text(const std::string& text) {
  try {
    const StoredModel stored = stored_from_json(text, "file");
    std::visit([](const auto& model) { check(model); }, stored.model);
    const std::string again = to_json(stored.model, stored.kept);
    const testing::CommaLocale commas;
    const StoredModel back = stored_from_json(again, "again");
    require(to_json(back.model, back.kept) == again, "what is written is read as the same");
  } catch (const ModelError& error) {
    require(std::string_view(error.what()).starts_with("file"), "a message names the file");
    require(legible(error.what()) == error.what(), "a message is one line that can be seen");
    require(std::string_view(error.what()).size() < 500, "a message is short");
  }
}

}  // namespace
}  // namespace calibrant::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace calibrant;
  const std::string text(fuzz::Input(data, size).text());
  fuzz::check_text(text);
  try {
    const std::string body = Json::parse(text).dump();
    for (const int version : {1, 2, 3, 4, 5}) {
      fuzz::check_text(fmt::format(
          R"({{"format":"calibrant-model","version":{},"checksum":"{:016x}","model":{}}})", version,
          fnv1a(body), body));
    }
  } catch (const Json::exception&) {
    // No JSON: that was seen already.
  }
  return 0;
}
