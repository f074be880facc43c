#include "calibrant/error.hpp"

#include <fmt/format.h>

#include <utility>

#include "calibrant/version.hpp"

namespace calibrant {
namespace {

std::string at(const std::string& argument, std::optional<std::size_t> index) {
  return index ? fmt::format("{}[{}]", argument, *index) : argument;
}

}  // namespace

InputError::InputError(std::string argument, std::optional<std::size_t> index,
                       const std::string& problem)
    : Error(at(argument, index) + ": " + problem), argument_(std::move(argument)), index_(index) {}

OptionError::OptionError(std::string option, const std::string& problem)
    : Error(option + ": " + problem), option_(std::move(option)) {}

const char* version() noexcept { return CALIBRANT_VERSION; }

}  // namespace calibrant
