// The weights of a mixture: who gains gets them, and who does not stays where it began.
#include "classes/stack.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <vector>

namespace calibrant {
namespace {

using Likelihoods = std::vector<std::vector<double>>;

// Nothing but the prior moves them: by one part in N + 1 of the way to equal shares, 500 times.
TEST(Stack, MembersThatSayTheSameKeepTheirShares) {
  for (const std::size_t rows : {std::size_t{100}, std::size_t{4003}}) {
    const std::vector<double> weights(rows, 1);
    const std::vector<double> said(rows, 0.3);
    const auto n = static_cast<double>(rows);
    const auto shares = stack({said, said}, weights, {0.95, 0.05});
    EXPECT_NEAR(shares[0], 0.5 + 0.45 * std::pow(n / (n + 1), 500), 1e-5) << rows;
    EXPECT_NEAR(shares[0] + shares[1], 1, 1e-12);
  }
}

TEST(Stack, AMemberThatGainsTakesOver) {
  const std::vector<double> weights(400, 1);
  const Likelihoods said = {std::vector<double>(400, 0.3), std::vector<double>(400, 0.33)};
  EXPECT_GT(stack(said, weights, {0.95, 0.05})[1], 0.98);
}

// Each member is right about a part of the rows. The mixture gives 0.1 + 0.8 w to three rows of
// four, and the rest to the others, so that 0.1 + 0.8 w = 3/4 is most likely, wherever EM begins.
TEST(Stack, FindsTheMaximumWhereThereIsOne) {
  Likelihoods said(2);
  for (int i = 0; i < 400; ++i) {
    said[0].push_back(i % 4 < 3 ? 0.9 : 0.1);
    said[1].push_back(i % 4 < 3 ? 0.1 : 0.9);
  }
  const std::vector<double> weights(400, 1);
  for (const double first : {0.05, 0.5, 0.95}) {
    const auto shares = stack(said, weights, {first, 1 - first});
    EXPECT_NEAR(shares[0], 0.8125, 0.01) << first;
  }
}

}  // namespace
}  // namespace calibrant
