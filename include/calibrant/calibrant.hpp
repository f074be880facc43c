// Everything, in one include.
#pragma once

#include "calibrant/abb.hpp"
#include "calibrant/acp.hpp"
#include "calibrant/beta.hpp"
#include "calibrant/curve.hpp"
#include "calibrant/error.hpp"
#include "calibrant/execution.hpp"
#include "calibrant/histogram.hpp"
#include "calibrant/isotonic.hpp"
#include "calibrant/metrics.hpp"
#include "calibrant/model_file.hpp"
#include "calibrant/observations.hpp"
#include "calibrant/platt.hpp"
#include "calibrant/prior.hpp"
#include "calibrant/sbb.hpp"
#include "calibrant/version.hpp"
