// Writes models of several classes, of every method and of all kinds of scores: make_class_models
// DIR. Names say what they are: METHOD_SCORES_CLASSES.json.
#include <cmath>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "calibrant/calibrant.hpp"
#include "helpers/class_data.hpp"

namespace calibrant {
namespace {

// What classifiers say: plain probabilities; votes, with exact zeros and ties; far too sure, down
// to exact zeros and ones; logits. tests/export/check_class_exports.py draws rows in the same ways.
std::vector<double> scores_like(std::string_view kind, testing::ClassData data) {
  for (double& score : data.scores) {
    if (kind == "votes") score = std::floor(10 * score) / 10;
    if (kind == "sure") score = std::pow(score, 60);
    if (kind == "logits") score = 3 * std::log(score) + 1;
  }
  if (kind == "logits" || kind == "plain") return data.scores;
  for (std::size_t first = 0; first < data.scores.size(); first += data.classes) {
    double sum = 0;
    for (std::size_t k = 0; k < data.classes; ++k) sum += data.scores[first + k];
    if (sum == 0) data.scores[first] = sum = 1;
    for (std::size_t k = 0; k < data.classes; ++k) data.scores[first + k] /= sum;
  }
  return data.scores;
}

std::vector<std::string> names_of(std::size_t classes) {
  std::vector<std::string> names;
  for (std::size_t k = 0; k < classes; ++k) names.push_back("it's \"" + std::to_string(k) + "\"");
  return names;
}

void write_fits(const std::filesystem::path& directory) {
  using Use = std::pair<std::string, std::vector<std::string_view>>;
  for (const std::size_t classes : std::initializer_list<std::size_t>{2, 3, 10, 30}) {
    const testing::ClassData data =
        testing::draw_classes(classes, 100 + 60 * classes, classes,
                              [](std::size_t k, double z) { return (k % 2 == 0 ? 1.5 : 2.5) * z; });
    std::vector<Use> uses = {{"auto", {"plain", "votes", "sure", "logits"}},
                             {"temperature", {"sure", "logits"}},
                             {"vector", {"votes", "logits"}},
                             {"matrix", {"sure", "logits"}},
                             {"one-vs-rest", {"plain", "votes"}},
                             {"histogram", {"plain"}},
                             {"beta", {"sure"}}};
    if (classes == 3) {
      uses.insert(uses.end(), {{"isotonic", {"votes", "logits"}}, {"platt", {"logits"}}});
    }
    for (const auto& [method, kinds] : uses) {
      for (const std::string_view kind : kinds) {
        const std::vector<double> scores = scores_like(kind, data);
        save(fit_multiclass(method, scores, data.labels, names_of(classes)),
             directory /
                 (method + "_" + std::string(kind) + "_" + std::to_string(classes) + ".json"));
      }
    }
  }
}

// What no fit makes.
void write_odd_ones(const std::filesystem::path& directory) {
  const Curve line(Segments{{0.1, 0.4, 0.9}, {0, 0.5, 1}});
  const Curve steps(Steps{{0.25, 0.5}, {0, 0.5, 1}});
  const std::vector<Curve> mixed = {line,
                                    steps,
                                    Curve(Sigmoid{Sigmoid::Input::kScore, -1, 3, 0}),
                                    Curve(Sigmoid{Sigmoid::Input::kLogit, 0.5, 0.7, 0}),
                                    Curve(Sigmoid{Sigmoid::Input::kLogs, 0.5, 0.7, 1.2}),
                                    Curve(Grid{0, 1, {0, 0.25, 1}}),
                                    Curve(Segments{{0.3}, {0}})};
  save(MulticlassModel(names_of(mixed.size()), mixed), directory / "mixed_plain_7.json");
  const std::vector<Curve> zeros = {steps, steps, line};
  save(MulticlassModel(names_of(3), zeros), directory / "zeros_votes_3.json");
  const auto joint = [&](const char* name, std::size_t classes, ClassInput input,
                         std::vector<ClassPart> parts) {
    save(MulticlassModel(names_of(classes), ClassModel(classes, input, std::move(parts))),
         directory / name);
  };
  joint("parts_votes_3.json", 3, ClassInput::kProbabilities,
        {{0.125, TopLabelPart{steps}},
         {0.125, TopLabelPart{line}},
         {0.25, OneVsRestPart{zeros}},
         {0.25, SoftmaxPart{0.5, {0.0, 2, -1}, {}, 1}},
         {0.25, SoftmaxPart{0, {0.0}, {1e100, -1e100, 0}}}});
  joint("parts_logits_2.json", 2, ClassInput::kLogits,
        {{0.5, TopLabelPart{line}},
         {0.25, OneVsRestPart{{line}}},
         {0.25, SoftmaxPart{0.01, {1, 0.5, -2, 1}, {0.25, 0}, 0.5}}});
  joint("identity_sure_31.json", 31, ClassInput::kProbabilities, {{1, SoftmaxPart{0, {1.0}, {}}}});
  joint("toplabel_logits_3.json", 3, ClassInput::kLogits,
        {{1, TopLabelPart{Curve(Segments{{0, 1}, {0.5, 0.75}})}}});
}

}  // namespace
}  // namespace calibrant

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: make_class_models DIR\n", stderr);
    return 64;
  }
  try {
    calibrant::write_fits(argv[1]);
    calibrant::write_odd_ones(argv[1]);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "make_class_models: %s\n", error.what());
    return 2;
  }
}
