// Every method and option of the table from the command line and from C: reachable, with the
// library's default, range and message. python/tests/test_parity.py does the same for Python.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "calibrant/calibrant.h"
#include "calibrant/method.hpp"
#include "calibrant/model_file.hpp"
#include "calibrant/update.hpp"
#include "cli/run.hpp"
#include "helpers/matrices.hpp"
#include "helpers/message.hpp"
#include "helpers/shapes.hpp"

namespace calibrant::testing {
namespace {

using nlohmann::json;

json json_of(const OptionValue& value) {
  if (const auto* yes = std::get_if<bool>(&value)) return *yes;
  if (const auto* number = std::get_if<double>(&value)) return *number;
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  return nullptr;
}

// Values that the option takes, and some that it does not.
struct Values {
  std::vector<OptionValue> good;
  std::vector<OptionValue> wrong;
};

Values values_of(const Option& option) {
  const std::string text = "nonsense";
  switch (option.kind) {
    case Option::Kind::kFlag:
      return {{!std::get<bool>(option.standard)}, {}};
    case Option::Kind::kFlagOrAuto:
      return {{true, false, "auto"}, {text, 7.0}};
    case Option::Kind::kCount:
      return {{3.0}, {text, option.low - 1, 2.5, -7.0, 1e300}};
    case Option::Kind::kNumber:
      return {{0.5}, {text, option.low, option.high, -7.0}};
    case Option::Kind::kNumberOrAuto:
      return {{2.5, "auto"}, {text, option.low, -7.0}};
    case Option::Kind::kWord:
      break;
  }
  Values values = {{}, {text, "", 7.0}};
  for (const std::string_view word : option.words) values.good.emplace_back(std::string(word));
  return values;
}

class Parity : public Cli {
 protected:
  void SetUp() override {
    Cli::SetUp();
    const Sample drawn = draw(Shape::kSharp, 60);
    std::string rows = "score,label\n";
    for (std::size_t i = 0; i < 60; ++i) {
      scores_.push_back(drawn.scores[i]);
      labels_.push_back(drawn.labels[i]);
      rows += fmt::format("{},{}\n", drawn.scores[i], drawn.labels[i]);
    }
    write("rows.csv", rows);
    matrix_ = draw_matrix(60, 3, 2);
    class_labels_.assign(matrix_.labels.begin(), matrix_.labels.end());
    std::string classes = "p_a,p_b,p_c,label\n";
    for (std::size_t i = 0; i < 60; ++i) {
      for (std::size_t k = 0; k < 3; ++k) classes += fmt::format("{},", matrix_.scores[3 * i + k]);
      classes += letters(3)[matrix_.labels[i]] + "\n";
    }
    write("classes.csv", classes);
  }

  // The text of the model, or what is wrong.
  std::string from_library(std::string_view method, const OptionValues& given) {
    try {
      const MethodOptions options = read_options(method, given);
      check_use(method, given, several_);
      if (several_) {
        if (options.keep_rows) {
          const StoredModel stored =
              fit_class_rows({.method = std::string(method), .options = given}, matrix_.scores,
                             matrix_.labels, letters(3));
          return to_json(stored.model, stored.kept);
        }
        return to_json(
            fit_multiclass(method, matrix_.scores, matrix_.labels, letters(3), {}, options));
      }
      return to_json(fit_model(method, std::vector{observe(scores_, labels_)}, {}, options));
    } catch (const OptionError& error) {
      return error.what();
    }
  }

  std::string from_c(std::string_view method, const OptionValues& given) {
    json options = json::object();
    for (const auto& [name, value] : given) options[name] = json_of(value);
    calibrant_model* model = nullptr;
    const std::string name(method);
    const std::string text_of_options = options.dump();
    const std::array<const char*, 3> names = {"a", "b", "c"};
    const calibrant_status status =
        several_ ? calibrant_fit_classes(name.c_str(), text_of_options.c_str(),
                                         matrix_.scores.data(), class_labels_.data(), nullptr,
                                         class_labels_.size(), names.data(), names.size(), &model)
                 : calibrant_fit(name.c_str(), text_of_options.c_str(), scores_.data(),
                                 labels_.data(), nullptr, scores_.size(), &model);
    if (status != CALIBRANT_OK) {
      EXPECT_EQ(status, CALIBRANT_BAD_OPTION);
      return calibrant_last_error();
    }
    char* text = nullptr;
    EXPECT_EQ(calibrant_to_json(model, &text, nullptr), CALIBRANT_OK);
    std::string result = text;
    calibrant_free_text(text);
    calibrant_free(model);
    return result;
  }

  std::string from_program(std::string_view method, const OptionValues& given) {
    std::vector<std::string> arguments = {"fit", several_ ? "classes.csv" : "rows.csv", "-o", "-"};
    if (several_) arguments.insert(arguments.end(), {"--score", "p_a,p_b,p_c"});
    arguments.insert(arguments.end(), {"--method", std::string(method)});
    for (const auto& [name, value] : given) {
      const Option& option = find_option(name);
      const json written = json_of(value);
      if (option.kind == Option::Kind::kFlag) {
        if (value != option.standard) arguments.emplace_back(option.flag);
      } else if (option.kind == Option::Kind::kFlagOrAuto) {
        arguments.push_back(
            fmt::format("{}={}", option.flag,
                        written.is_string() ? written.get<std::string>() : written.dump()));
      } else {
        arguments.emplace_back(option.flag);
        arguments.push_back(written.is_string() ? written.get<std::string>()
                                                : fmt::format("{}", written.get<double>()));
      }
    }
    const Result result = run(arguments);
    if (result.code == 0) return result.out;
    EXPECT_EQ(result.code, 64);
    std::string message = result.err.substr(std::string("calibrant: ").size());
    return message.substr(0, message.find(" (see calibrant fit --help)"));
  }

  // The same from all, apart from the spelling of the option.
  void expect_same(std::string_view method, const OptionValues& given) {
    const std::string expected = from_library(method, given);
    EXPECT_EQ(from_c(method, given), expected);
    std::string from_flags = from_program(method, given);
    for (const auto& [name, value] : given) {
      const std::string flag(find_option(name).flag);
      if (from_flags.starts_with(flag)) from_flags.replace(0, flag.size(), name);
    }
    if (from_flags.starts_with("--method")) from_flags = from_flags.substr(2);
    EXPECT_EQ(from_flags, expected) << method;
  }

  bool several_ = false;  // classes, or two
  std::vector<double> scores_;
  std::vector<int> labels_;
  Matrix matrix_;
  std::vector<int> class_labels_;
};

TEST_F(Parity, EveryMethodGivesTheSameModel) {
  const std::string help = run({"fit", "--help"}).out;
  for (const Method& method : methods()) {
    SCOPED_TRACE(method.name);
    EXPECT_THAT(help, ::testing::HasSubstr(std::string(method.name)));
    expect_same(method.name, {});
    for (const std::string_view alias : method.aliases) {
      expect_same(alias, {});
      EXPECT_EQ(from_library(alias, {}),
                fmt::format("method: '{}' is called {} here", alias, method.name));
    }
  }
  expect_same("forest", {});
  expect_same("isotnic", {});
}

TEST_F(Parity, EveryMethodGivesTheSameModelOfSeveralClasses) {
  several_ = true;
  for (const Method& method : methods()) {
    SCOPED_TRACE(method.name);
    expect_same(method.name, {});
    const bool fits = method.classes != Method::Classes::kTwo;
    EXPECT_EQ(from_library(method.name, {}).starts_with("{\"format\""), fits);
    for (const Option& option : method_options()) {
      if (option.name == "level") continue;  // the program refuses bands of several classes
      for (const OptionValue& value : values_of(option).good) {
        expect_same(method.name, {{std::string(option.name), value}});
      }
    }
  }
  expect_same("one-vs-rest", {{"curve", "abb"}, {"lambda", 2.5}});
  EXPECT_EQ(from_library("one-vs-rest", {{"curve", "abb"}, {"lambda", 2.5}}),
            from_library("abb", {{"lambda", 2.5}}));
  EXPECT_EQ(from_library("one-vs-rest", {{"curve", "abb"}, {"monotone", true}}),
            "monotone: is for auto, not for one-vs-rest, abb");
  EXPECT_EQ(from_library("auto", {{"monotone", true}}),
            "monotone: is for one curve; with several classes, it needs the method one-vs-rest");
}

// The same sentence as in python/tests/test_class_input.py.
TEST_F(Parity, AClassIsCalledByItsName) {
  const std::string rows =
      "p_a,p_b,p_c,label,weight\n0.2,0.3,0.5,a,1\n0.1,0.8,0.1,b,0\n0,0,1,c,1\n";
  write("weights.csv", rows);
  const std::vector<double> scores = {0.2, 0.3, 0.5, 0.1, 0.8, 0.1, 0, 0, 1};
  const std::vector<double> weights = {1, 0, 1};
  const std::array<int, 3> labels = {0, 1, 2};
  const std::array<const char*, 3> names = {"a", "b", "c"};
  const std::string expected = "labels: no row has class 'b' (each class needs one at least)";
  calibrant_model* model = nullptr;
  EXPECT_EQ(calibrant_fit_classes("auto", nullptr, scores.data(), labels.data(), weights.data(), 3,
                                  names.data(), 3, &model),
            CALIBRANT_BAD_INPUT);
  EXPECT_EQ(calibrant_last_error(), expected);
  const Result result =
      run({"fit", "weights.csv", "-o", "-", "--score", "p_a,p_b,p_c", "--weight", "weight"});
  EXPECT_EQ(result.err, "calibrant: " + expected + "\n");
}

TEST_F(Parity, EveryOptionGivesTheSameModelOrTheSameSentence) {
  const std::string help = run({"fit", "--help"}).out;
  const std::string compare_help = run({"compare", "--help"}).out;
  for (const Option& option : method_options()) {
    SCOPED_TRACE(option.name);
    const std::string name(option.name);
    EXPECT_THAT(help, ::testing::HasSubstr(std::string(option.flag) + " "));
    EXPECT_EQ(compare_help.find(std::string(option.flag) + " ") != std::string::npos,
              !option.common && name != "level");
    const Values values = values_of(option);
    const auto readers = methods_that_read(option);
    ASSERT_FALSE(readers.empty());
    for (const Method& method : methods()) {
      const bool reads = std::ranges::count(readers, method.name) > 0;
      for (const OptionValue& value : values.good) {
        expect_same(method.name, {{name, value}});
        if (reads && value != option.standard) {
          EXPECT_EQ(option_values(read_options(method.name, {{name, value}})),
                    (OptionValues{{name, value}}));
        }
        const bool of_curve =
            (option.common && method.gives_curve) || std::ranges::count(method.options, name) > 0;
        if (method.classes != Method::Classes::kSeveral && value != option.standard) {
          EXPECT_EQ(from_library(method.name, {{name, value}}).starts_with(name + ": is for"),
                    !of_curve);
        }
        if (!reads) break;
      }
    }
    for (const OptionValue& value : values.wrong) {
      expect_same(readers[0], {{name, value}});
      EXPECT_EQ(from_library(readers[0], {{name, value}}),
                fmt::format("{}: {} is not {}", name, option_text(value), option.expected()));
    }
    // The default is what holds if nothing is given, and null is nothing where there is no default.
    for (const std::string_view reader : readers) {
      const std::string plain = from_library(reader, {});
      const bool has_default = !std::holds_alternative<std::monostate>(option.standard);
      EXPECT_EQ(from_library(reader, {{name, option.standard}}), plain) << reader;
      EXPECT_EQ(option_values(read_options(reader, {{name, option.standard}})), OptionValues());
      EXPECT_EQ(from_c(reader, {{name, {}}}) == plain,
                !has_default || option.kind == Option::Kind::kNumberOrAuto ||
                    option.kind == Option::Kind::kFlagOrAuto);
    }
  }
}

TEST_F(Parity, UnknownOptionsAreAnsweredWithTheNearest) {
  const auto message = [](const char* called, Spelling spelling) {
    return message_of<OptionError>([&] { find_option(called, spelling); });
  };
  EXPECT_EQ(message("lamda", Spelling::kLibrary), "lamda: is not an option (did you mean lambda?)");
  EXPECT_EQ(message("lan", Spelling::kPython), "lan: is not an option (did you mean lam?)");
  EXPECT_EQ(message("bins", Spelling::kPython), "bins: is called n_bins here");
  EXPECT_EQ(message("n_bins", Spelling::kLibrary), "n_bins: is called bins here");
  EXPECT_EQ(message("colour", Spelling::kLibrary), "colour: is not an option");
  EXPECT_EQ(run({"fit", "rows.csv", "-o", "-", "--lamda", "3"}).err,
            "calibrant: --lamda: is not an option (did you mean --lambda?) (see calibrant fit "
            "--help)\n");
  EXPECT_EQ(run({"fit", "rows.csv", "-o", "-", "--colour=3"}).err,
            "calibrant: --colour: is not an option (see calibrant fit --help)\n");
}

TEST_F(Parity, ProgramsOfOtherLanguagesReadTheTable) {
  EXPECT_EQ(run({"--generate", "methods"}).out, methods_as_json() + "\n");
  EXPECT_EQ(calibrant_methods(), methods_as_json());
  const json table = json::parse(methods_as_json());
  ASSERT_EQ(table["methods"].size(), methods().size());
  for (std::size_t i = 0; i < methods().size(); ++i) {
    EXPECT_EQ(table["methods"][i]["name"], methods()[i].name);
  }
  ASSERT_EQ(table["options"].size(), method_options().size());
  for (std::size_t i = 0; i < method_options().size(); ++i) {
    EXPECT_EQ(table["options"][i]["default"], json_of(method_options()[i].standard));
  }
}

}  // namespace
}  // namespace calibrant::testing
