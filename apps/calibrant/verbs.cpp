#include "verbs.hpp"

namespace calibrant::cli {

void add_verbs(CLI::App& app) {
  add_fit(app);
  add_apply(app);
  add_evaluate(app);
  add_compare(app);
  add_export(app);
}

}  // namespace calibrant::cli
