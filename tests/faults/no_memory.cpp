// No memory, at every allocation: each deed of the library is done again and again, and each time
// another of its allocations is refused, alone or with all that follow. It must then be done with
// the same result, or end with std::bad_alloc (of the C API: with CALIBRANT_OUT_OF_MEMORY); a
// destructor that allocates ends the process. Prints how many allocations were refused.
#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <limits>
#include <new>
#include <string>
#include <vector>

#include "calibrant/calibrant.h"
#include "calibrant/calibrant.hpp"
#include "helpers/matrices.hpp"
#include "helpers/shapes.hpp"

namespace {

// Every allocation of a deed with few is refused; of one with many, about as many, spread over all.
constexpr long kMostRefusals = 400;
constexpr long kNever = std::numeric_limits<long>::max();
std::atomic<long> until_refusal = kNever;  // allocations that are still granted
std::atomic<bool> all_that_follow = false;
std::atomic<long> refused = 0;

void* allocate(std::size_t bytes, std::size_t alignment) {
  if (until_refusal != kNever) {
    const long left = until_refusal--;
    if (left == 0 || (left < 0 && all_that_follow)) {
      ++refused;
      throw std::bad_alloc();
    }
  }
  const std::size_t whole = (bytes + alignment) / alignment * alignment;
  void* memory = std::aligned_alloc(alignment, whole);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

// Not inlined, or GCC sees free() beside new and warns.
[[gnu::noinline]] void* operator new(std::size_t bytes) {
  return allocate(bytes, alignof(std::max_align_t));
}
[[gnu::noinline]] void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return allocate(bytes, static_cast<std::size_t>(alignment));
}
// The standard library's own call the first; a sanitizer's do not.
[[gnu::noinline]] void* operator new[](std::size_t bytes) { return operator new(bytes); }
[[gnu::noinline]] void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
  try {
    return operator new(bytes);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete[](void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, const std::nothrow_t&) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}

namespace {

using namespace calibrant;

// What a deed makes, as a text to compare.
struct Deed {
  std::string name;
  std::function<std::string()> run;
};

[[noreturn]] void fail(const std::string& deed, long allocation, const char* problem) {
  std::fprintf(stderr, "%s without allocation %ld: %s\n", deed.c_str(), allocation, problem);
  std::exit(1);
}

// One refusal. True once the deed has fewer allocations than that.
bool refuse(const Deed& deed, const std::string& expected, long allocation, bool all) {
  std::string made;
  bool done = false;
  all_that_follow = all;
  refused = 0;
  until_refusal = allocation;
  try {
    made = deed.run();
    done = true;
  } catch (const std::bad_alloc&) {
    // Said aloud: all that is asked for.
  } catch (...) {
    until_refusal = kNever;
    fail(deed.name, allocation, "another exception");
  }
  until_refusal = kNever;
  if (done && made != expected) fail(deed.name, allocation, "another result");
  if (!done && refused == 0) fail(deed.name, allocation, "no memory, though none was refused");
  return refused == 0;
}

// The text of a model of the C API.
std::string c_text(calibrant_status status, calibrant_model* model) {
  if (status == CALIBRANT_OUT_OF_MEMORY) throw std::bad_alloc();
  char* text = nullptr;
  if (status == CALIBRANT_OK) status = calibrant_to_json(model, &text, nullptr);
  calibrant_free(model);
  if (status == CALIBRANT_OUT_OF_MEMORY) throw std::bad_alloc();
  if (status != CALIBRANT_OK) throw Error(calibrant_last_error());
  try {
    std::string result = text;
    calibrant_free_text(text);
    return result;
  } catch (...) {
    calibrant_free_text(text);
    throw;
  }
}

std::vector<Deed> deeds() {
  const testing::Sample sample = testing::draw(testing::Shape::kSharp, 60, 1);
  const Observations seen = observe(sample.scores, sample.labels);
  const MethodOptions options = {.level = 0.9, .bins = 4, .execution = {.threads = 2}};
  std::vector<Deed> all;
  for (const std::string_view method : method_names()) {
    const std::string name(method);
    MethodOptions own = options;
    if (name.starts_with("platt") || name == "beta" || name == "isotonic") own.level.reset();
    const Curve curve = fit_method(method, seen, own);
    all.push_back({"fit " + name, [=] { return to_json(fit_method(name, seen, own)); }});
    all.push_back({"write " + name, [=] { return to_json(curve); }});
    all.push_back({"read " + name, [text = to_json(curve)] { return to_json(from_json(text)); }});
    all.push_back({"apply " + name, [=] {
                     double total = 0;
                     for (const double p : apply(curve, sample.scores)) total += p;
                     return std::to_string(total);
                   }});
  }
  const Model acp = fit_acp(seen);
  const Model classes = MulticlassModel({"a", "b"}, {fit_platt(seen), fit_isotonic(seen)});
  const Kept kept = {.method = "platt", .options = {{"a", "b"}}, .observations = {seen, seen}};
  all.push_back({"write acp", [=] { return to_json(acp); }});
  all.push_back({"read acp", [text = to_json(acp)] { return to_json(from_json(text)); }});
  all.push_back({"write classes", [=] { return to_json(classes, kept); }});
  all.push_back({"read classes", [text = to_json(classes, kept)] {
                   const StoredModel stored = stored_from_json(text);
                   return to_json(stored.model, stored.kept);
                 }});
  const testing::Matrix matrix = testing::draw_matrix(60, 3, 2);
  const auto together = [=] {
    const MethodOptions two_threads = {.execution = {.threads = 2}};
    return fit_multiclass("auto", matrix.scores, matrix.labels, testing::letters(3), {},
                          two_threads);
  };
  const Model joint = together();
  all.push_back({"fit classes together", [=] { return to_json(together()); }});
  all.push_back({"write classes together", [=] { return to_json(joint); }});
  all.push_back(
      {"read classes together", [text = to_json(joint)] { return to_json(from_json(text)); }});
  all.push_back({"read a key twice", [] {
                   try {
                     from_json(R"({"format":[1,[2]],"format":{"a":[1]},"format":3})");
                   } catch (const ModelError& error) {
                     return std::string(error.what());
                   }
                   return std::string();
                 }});
  all.push_back({"evaluate", [=] {
                   const Scorecard card = evaluate(sample.scores, sample.labels, {}, {.bins = 4});
                   return std::to_string(card.brier) + std::to_string(card.log_loss);
                 }});
  all.push_back({"C: fit", [=] {
                   const std::vector<int> labels(sample.labels.begin(), sample.labels.end());
                   calibrant_model* model = nullptr;
                   const calibrant_status status = calibrant_fit(
                       "abb", R"({"level":0.9,"scale":"score"})", sample.scores.data(),
                       labels.data(), nullptr, labels.size(), &model);
                   return c_text(status, model);
                 }});
  all.push_back({"C: load", [text = to_json(classes, kept)] {
                   calibrant_model* model = nullptr;
                   const calibrant_status status =
                       calibrant_load_memory(text.data(), text.size(), &model);
                   return c_text(status, model);
                 }});
  return all;
}

}  // namespace

int main() {
  long count = 0;
  for (const Deed& deed : deeds()) {
    const std::string expected = deed.run();
    until_refusal = kNever - 1;
    deed.run();
    const long allocations = kNever - 1 - until_refusal;
    until_refusal = kNever;
    const long step = 1 + allocations / kMostRefusals;
    long refusals = 0;
    for (const bool all : {false, true}) {
      for (long allocation = 0; !refuse(deed, expected, allocation, all); allocation += step) {
        ++refusals;
      }
    }
    std::printf("%s: %ld allocations, %ld refusals\n", deed.name.c_str(), allocations, refusals);
    count += refusals;
  }
  std::printf("%ld refusals survived\n", count);
}
