// How Boost's special functions are called: no exceptions, and no long doubles.
#pragma once

#include <boost/math/policies/policy.hpp>

namespace calibrant {

/// Underflow to 0 and the like are answers, not errors.
using Quiet = boost::math::policies::policy<
    boost::math::policies::domain_error<boost::math::policies::ignore_error>,
    boost::math::policies::pole_error<boost::math::policies::ignore_error>,
    boost::math::policies::overflow_error<boost::math::policies::ignore_error>,
    boost::math::policies::underflow_error<boost::math::policies::ignore_error>,
    boost::math::policies::evaluation_error<boost::math::policies::ignore_error>,
    boost::math::policies::promote_double<false>>;

}  // namespace calibrant
