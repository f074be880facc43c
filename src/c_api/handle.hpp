// What stands behind the pointers that C sees.
#pragma once

#include <utility>

#include "calibrant/calibrant.h"
#include "calibrant/model_file.hpp"

// NOLINTNEXTLINE(readability-identifier-naming): the name is that of C.
struct calibrant_model {
  explicit calibrant_model(calibrant::StoredModel given) : stored(std::move(given)) {}

  calibrant::StoredModel stored;
};
