// Each struct of a state lists its fields once, in fields(). A StateWriter puts them into a
// document, a StateReader takes them out of one and checks them.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "calibrant/version.hpp"
#include "json/document.hpp"
#include "model_file/envelope.hpp"
#include "model_file/reader.hpp"
#include "system/atomic_file.hpp"
#include "watch/state.hpp"

namespace calibrant {
namespace {

constexpr int kVersion = 1;

template <class File>
void fields(File& file, typename File::template Of<Gambler> gambler) {
  file.not_negative("start", gambler.start);
  file.field("time", gambler.time);
  file.field("with_slope", gambler.with_slope);
  file.not_negative("stake", gambler.stake);
  file.not_negative("fortune", gambler.fortune);
  file.field("offset", gambler.offset);
  file.field("slope", gambler.slope);
  file.field("precision", gambler.precision);
  file.field("gradient", gambler.gradient);
  file.field("curvature", gambler.curvature);
  file.not_negative("expected", gambler.expected);
  file.not_negative("observed", gambler.observed);
  const auto& [own, shared, slope] = gambler.precision;
  file.expect(own > 0 && (!gambler.with_slope || own * slope > shared * shared), "precision",
              "is not positive definite");
}

template <class File>
void fields(File& file, typename File::template Of<WatchStream> stream) {
  file.not_negative("rows", stream.rows);
  file.field("centre", stream.centre);
  file.not_negative("cash", stream.cash);
  file.not_negative("starts", stream.starts);
  file.not_negative("next_start", stream.next_start);
  file.not_negative("expected", stream.expected);
  file.not_negative("observed", stream.observed);
  file.objects("gamblers", stream.gamblers);
  file.expect(stream.gamblers.size() % 2 == 0 && stream.gamblers.size() <= 2 * kMostStarts,
              "gamblers", "are not pairs, or too many");
}

template <class File>
void fields(File& file, typename File::template Of<WatchedWindow> window) {
  file.not_negative("rows", window.rows);
  file.not_negative("expected", window.expected);
  file.not_negative("observed", window.observed);
  file.not_negative("variance", window.variance);
  file.field("log_evidence", window.log_evidence);
  file.field("time", window.time);
}

template <class File>
void fields(File& file, typename File::template Of<WatchState> state) {
  std::string library(version());
  file.field("library", library);
  file.field("alpha", state.options.alpha);
  file.field("classes", state.options.classes);
  file.field("model", state.options.model);
  file.not_negative("rows", state.rows);
  file.not_negative("largest", state.largest);
  file.not_negative("alarm_row", state.alarm_row);
  file.field("alarm_time", state.alarm_time);
  file.field("last_time", state.last_time);
  file.objects("streams", state.streams);
  file.not_negative("window_rows", state.window_rows);
  file.objects("windows", state.windows);
  file.field("recent_probabilities", state.recent_probabilities);
  file.field("recent_labels", state.recent_labels);
  const std::size_t recent = state.recent_labels.size();
  file.expect(recent == state.recent_probabilities.size() && recent <= kMostRecent, "recent_labels",
              "do not fit to recent_probabilities, or are too many");
  file.expect(
      std::ranges::all_of(state.recent_probabilities, [](double p) { return p >= 0 && p <= 1; }),
      "recent_probabilities", "has a number outside 0 to 1");
  file.field("batches", state.batches);
  const std::size_t classes = state.options.classes.size();
  file.expect(state.streams.size() == (classes == 0 ? 1 : 1 + classes), "streams",
              "are not as many as the classes need");
  file.expect(state.windows.size() <= kMostWindows, "windows", "are too many");
  file.expect(state.batches.size() <= kMostBatches, "batches", "are too many");
}

class StateWriter {
 public:
  template <class T>
  using Of = const T&;

  explicit StateWriter(Json& place) : json_(put_object(place)) {}

  template <class T>
  void field(const char* key, const T& value) {
    put(json_[key], value);
  }
  void not_negative(const char* key, double value) { field(key, value); }
  template <class T>
  void objects(const char* key, const std::vector<T>& values) {
    Json& array = put(json_[key], Json::value_t::array);
    for (const T& value : values) {
      StateWriter one(array.emplace_back());
      fields(one, value);
    }
  }
  void expect(bool, const char*, const char*) {}

 private:
  Json& json_;
};

class StateReader {
 public:
  template <class T>
  using Of = T&;

  explicit StateReader(Reader json) : json_(std::move(json)) {}

  void field(const char* key, double& value) { value = json_.number(key); }
  void field(const char* key, std::string& value) { value = json_.text(key); }
  void field(const char* key, std::vector<std::string>& value) { value = json_.texts(key); }
  void field(const char* key, std::vector<double>& value) { value = json_.numbers(key); }
  void field(const char* key, std::vector<std::uint8_t>& labels) {
    for (const double label : json_.numbers(key)) {
      expect(label == 0 || label == 1, key, "has one beside 0 and 1");
      labels.push_back(label == 1 ? 1 : 0);
    }
  }
  void field(const char* key, bool& value) {
    const Json& read = json_.at(key);
    if (!read.is_boolean()) json_.fail_at(key, "is neither true nor false");
    value = read.get<bool>();
  }
  template <std::size_t kCount>
  void field(const char* key, std::array<double, kCount>& values) {
    const std::vector<double> numbers = json_.numbers(key);
    expect(numbers.size() == kCount, key, fmt::format("does not have {} numbers", kCount));
    std::ranges::copy(numbers, values.begin());
  }
  void not_negative(const char* key, double& value) {
    field(key, value);
    expect(value >= 0, key, "is negative");
  }
  template <class T>
  void objects(const char* key, std::vector<T>& values) {
    json_.for_each(key,
                   [&](Reader json) { StateReader(std::move(json)).read(values.emplace_back()); });
  }
  void expect(bool right, const char* key, std::string_view problem) const {
    if (!right) json_.fail_at(key, std::string(problem));
  }

  /// All of an object, which has no other keys.
  template <class T>
  void read(T& value) {
    fields(*this, value);
    json_.done();
  }

 private:
  Reader json_;
};

}  // namespace

std::string to_state(const Watch& watch) {
  Document document;
  StateWriter file(document.root);
  fields(file, watch.state());
  return in_envelope("watch", kVersion, document.root.dump());
}

Watch watch_from_state(std::string_view text, const std::string& name) {
  Document document;
  const Opened opened = open_envelope(text, name, "watch", kVersion, document);
  const std::string where = name + ".watch";
  auto state = std::make_unique<WatchState>();
  StateReader(Reader(*opened.body, where)).read(*state);
  try {
    const Watch checked(state->options);
  } catch (const Error& error) {
    throw ModelError(fmt::format("{}: {}", where, error.what()));
  }
  return Watch(std::move(state));
}

void save(const Watch& watch, const std::filesystem::path& path) {
  AtomicFile file(path);
  file.write(to_state(watch));
  file.commit();
}

Watch load_watch(const std::filesystem::path& path) {
  return watch_from_state(read_text_file(path), path.string());
}

}  // namespace calibrant
