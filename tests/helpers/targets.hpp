// Runs a test on every instruction set that the library is built for and this machine has.
#pragma once

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <cstdint>

#include "kernels/curve.hpp"

namespace calibrant::testing {

template <class Test>
void for_each_target(const Test& test) {
#if HWY_ARCH_X86
  constexpr std::int64_t kTargets[] = {HWY_STATIC_TARGET, HWY_SSE4, HWY_AVX2, HWY_AVX3};
#elif HWY_ARCH_ARM_A64
  constexpr std::int64_t kTargets[] = {HWY_NEON_WITHOUT_AES, HWY_NEON};
#else
  constexpr std::int64_t kTargets[] = {HWY_STATIC_TARGET};
#endif
  int tested = 0;
  for (const std::int64_t target : kTargets) {
    if ((hwy::SupportedTargets() & target) == 0) continue;
    hwy::SetSupportedTargetsForTest(target);
    ASSERT_STREQ(kernels::target_name(), hwy::TargetName(target)) << "was not forced";
    SCOPED_TRACE(hwy::TargetName(target));
    test();
    hwy::SetSupportedTargetsForTest(0);
    ++tested;
  }
  ASSERT_GT(tested, 0);
}

}  // namespace calibrant::testing
