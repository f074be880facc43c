// What the library throws. Every message names the argument, and the index where there is one.
#pragma once

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>

#include "calibrant/api.hpp"

namespace CALIBRANT_API calibrant {

/// The root of everything this library throws on purpose.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Data that cannot be used: `scores[3]: nan is not a finite number`.
class InputError : public Error {
 public:
  InputError(std::string argument, std::optional<std::size_t> index, const std::string& problem);

  const std::string& argument() const noexcept { return argument_; }
  std::optional<std::size_t> index() const noexcept { return index_; }

 private:
  std::string argument_;
  std::optional<std::size_t> index_;
};

/// An option outside its range: `lambda: -1 is not a positive finite number`.
class OptionError : public Error {
 public:
  OptionError(std::string option, const std::string& problem);

  const std::string& option() const noexcept { return option_; }

 private:
  std::string option_;
};

/// The progress callback asked a fit to stop.
class Cancelled : public Error {
 public:
  Cancelled() : Error("cancelled by the progress callback") {}
};

}  // namespace calibrant
