#include <fmt/format.h>

#include "calibrant/error.hpp"
#include "calibrant/prevalence.hpp"
#include "multiclass/fitted_prevalence.hpp"

namespace calibrant {

std::function<void(std::span<double>)> shift_prevalence(const Model& model,
                                                        std::span<const double> wanted) {
  if (const auto* several = std::get_if<MulticlassModel>(&model)) {
    return FrequencyShift(several->frequencies(), wanted);
  }
  if (wanted.size() != 1) {
    throw OptionError("prevalence", fmt::format("has {} numbers (1 was expected)", wanted.size()));
  }
  return [shift = PrevalenceShift(fitted_prevalence(model), wanted[0])](std::span<double> p) {
    shift(p);
  };
}

}  // namespace calibrant
