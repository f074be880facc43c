#include <fmt/format.h>

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

void put_gambler(Json& json, const Gambler& gambler) {
  json["start"] = gambler.start;
  json["time"] = gambler.time;
  json["with_slope"] = gambler.with_slope;
  json["stake"] = gambler.stake;
  json["fortune"] = gambler.fortune;
  json["offset"] = gambler.offset;
  json["slope"] = gambler.slope;
  put(json["precision"], gambler.precision);
  put(json["gradient"], gambler.gradient);
  put(json["curvature"], gambler.curvature);
  json["expected"] = gambler.expected;
  json["observed"] = gambler.observed;
}

template <std::size_t kCount>
void read_numbers(Reader& json, const std::string& key, std::array<double, kCount>& to) {
  const std::vector<double> numbers = json.numbers(key);
  if (numbers.size() != kCount) json.fail_at(key, fmt::format("does not have {} numbers", kCount));
  std::ranges::copy(numbers, to.begin());
}

double not_negative(Reader& json, const std::string& key) {
  const double value = json.number(key);
  if (value < 0) json.fail_at(key, "is negative");
  return value;
}

bool flag(Reader& json, const std::string& key) {
  const Json& value = json.at(key);
  if (!value.is_boolean()) json.fail_at(key, "is neither true nor false");
  return value.get<bool>();
}

Gambler read_gambler(Reader json) {
  Gambler gambler = {.start = not_negative(json, "start"),
                     .time = json.text("time"),
                     .with_slope = flag(json, "with_slope"),
                     .stake = not_negative(json, "stake"),
                     .fortune = not_negative(json, "fortune"),
                     .offset = json.number("offset"),
                     .slope = json.number("slope")};
  read_numbers(json, "precision", gambler.precision);
  read_numbers(json, "gradient", gambler.gradient);
  read_numbers(json, "curvature", gambler.curvature);
  gambler.expected = not_negative(json, "expected");
  gambler.observed = not_negative(json, "observed");
  const auto& [own, shared, slope] = gambler.precision;
  if (!(own > 0) || (gambler.with_slope && !(own * slope > shared * shared))) {
    json.fail_at("precision", "is not positive definite");
  }
  json.done();
  return gambler;
}

void put_stream(Json& json, const WatchStream& stream) {
  json["rows"] = stream.rows;
  json["centre"] = stream.centre;
  json["cash"] = stream.cash;
  json["starts"] = stream.starts;
  json["next_start"] = stream.next_start;
  json["expected"] = stream.expected;
  json["observed"] = stream.observed;
  Json& gamblers = put(json["gamblers"], Json::value_t::array);
  for (const Gambler& gambler : stream.gamblers) put_gambler(append_object(gamblers), gambler);
}

WatchStream read_stream(Reader json) {
  WatchStream stream = {.rows = not_negative(json, "rows"),
                        .centre = json.number("centre"),
                        .cash = not_negative(json, "cash"),
                        .starts = not_negative(json, "starts"),
                        .next_start = not_negative(json, "next_start"),
                        .expected = not_negative(json, "expected"),
                        .observed = not_negative(json, "observed")};
  json.for_each("gamblers",
                [&](Reader one) { stream.gamblers.push_back(read_gambler(std::move(one))); });
  if (stream.gamblers.size() % 2 != 0 || stream.gamblers.size() > 2 * kMostStarts) {
    json.fail_at("gamblers", "are not pairs, or too many");
  }
  json.done();
  return stream;
}

void put_window(Json& json, const WatchedWindow& window) {
  json["rows"] = window.rows;
  json["expected"] = window.expected;
  json["observed"] = window.observed;
  json["variance"] = window.variance;
  json["log_evidence"] = window.log_evidence;
  json["time"] = window.time;
}

WatchedWindow read_window(Reader json) {
  WatchedWindow window = {.rows = not_negative(json, "rows"),
                          .expected = not_negative(json, "expected"),
                          .observed = not_negative(json, "observed"),
                          .variance = not_negative(json, "variance"),
                          .log_evidence = json.number("log_evidence"),
                          .time = json.text("time")};
  json.done();
  return window;
}

void read_recent(Reader& json, WatchState& state) {
  state.recent_probabilities = json.numbers("recent_probabilities");
  const std::vector<double> labels = json.numbers("recent_labels");
  if (labels.size() != state.recent_probabilities.size() || labels.size() > kMostRecent) {
    json.fail_at("recent_labels", "do not fit to recent_probabilities, or are too many");
  }
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const double p = state.recent_probabilities[i];
    if (!(p >= 0 && p <= 1)) json.fail_at("recent_probabilities", "has a number outside 0 to 1");
    if (labels[i] != 0 && labels[i] != 1) json.fail_at("recent_labels", "has one beside 0 and 1");
    state.recent_labels.push_back(labels[i] == 1 ? 1 : 0);
  }
}

std::unique_ptr<WatchState> read_state(Reader json) {
  auto state = std::make_unique<WatchState>();
  json.text("library");
  state->options = {
      .alpha = json.number("alpha"), .classes = json.texts("classes"), .model = json.text("model")};
  state->rows = not_negative(json, "rows");
  state->largest = not_negative(json, "largest");
  state->alarm_row = not_negative(json, "alarm_row");
  state->alarm_time = json.text("alarm_time");
  state->last_time = json.text("last_time");
  json.for_each("streams",
                [&](Reader one) { state->streams.push_back(read_stream(std::move(one))); });
  state->window_rows = not_negative(json, "window_rows");
  json.for_each("windows",
                [&](Reader one) { state->windows.push_back(read_window(std::move(one))); });
  read_recent(json, *state);
  state->batches = json.texts("batches");
  const std::size_t classes = state->options.classes.size();
  if (state->streams.size() != (classes == 0 ? 1 : 1 + classes)) {
    json.fail_at("streams", "are not as many as the classes need");
  }
  if (state->windows.size() > kMostWindows) json.fail_at("windows", "are too many");
  if (state->batches.size() > kMostBatches) json.fail_at("batches", "are too many");
  try {
    const Watch checked(state->options);
  } catch (const Error& error) {
    json.fail(error.what());
  }
  json.done();
  return state;
}

}  // namespace

std::string to_state(const Watch& watch) {
  const WatchState& state = watch.state();
  Document document;
  Json& json = put_object(document.root);
  json["library"] = version();
  json["alpha"] = state.options.alpha;
  put(json["classes"], state.options.classes);
  json["model"] = state.options.model;
  json["rows"] = state.rows;
  json["largest"] = state.largest;
  json["alarm_row"] = state.alarm_row;
  json["alarm_time"] = state.alarm_time;
  json["last_time"] = state.last_time;
  Json& streams = put(json["streams"], Json::value_t::array);
  for (const WatchStream& stream : state.streams) put_stream(append_object(streams), stream);
  json["window_rows"] = state.window_rows;
  Json& windows = put(json["windows"], Json::value_t::array);
  for (const WatchedWindow& window : state.windows) put_window(append_object(windows), window);
  put(json["recent_probabilities"], state.recent_probabilities);
  put(json["recent_labels"], state.recent_labels);
  put(json["batches"], state.batches);
  return in_envelope("watch", kVersion, json.dump());
}

Watch watch_from_state(std::string_view text, const std::string& name) {
  Document document;
  const Opened opened = open_envelope(text, name, "watch", kVersion, document);
  return Watch(read_state(Reader(*opened.body, name + ".watch")));
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
