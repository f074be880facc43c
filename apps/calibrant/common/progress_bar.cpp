#include "common/progress_bar.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <string_view>
#include <utility>

#include "system/files.hpp"

namespace calibrant::cli {
namespace {

constexpr std::chrono::milliseconds kBetween(100);
constexpr int kWidth = 20;
constexpr std::string_view kClearLine = "\r\x1B[K";

void say(const std::string& text) {
  std::fputs(text.c_str(), stderr);
  std::fflush(stderr);
}

std::string with_unit(double amount) {
  if (amount >= 1e6) return fmt::format("{:.1f} M", amount / 1e6);
  if (amount >= 1e3) return fmt::format("{:.1f} k", amount / 1e3);
  return fmt::format("{:.0f}", amount);
}

std::string clock_time(double seconds) {
  const auto whole = static_cast<std::uint64_t>(std::ceil(seconds));
  if (whole >= 3600) {
    return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
  }
  return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

}  // namespace

std::string progress_text(const std::string& job, std::optional<double> fraction,
                          std::uint64_t rows, double seconds) {
  std::string text = job;
  if (fraction) {
    const double part = std::clamp(*fraction, 0.0, 1.0);
    const auto full = static_cast<std::size_t>(part * kWidth);
    text += fmt::format("  {:3.0f} %  [{}{}]", std::floor(part * 100), std::string(full, '#'),
                        std::string(kWidth - full, ' '));
  } else if (rows > 0) {
    text += fmt::format("  {} rows", with_unit(static_cast<double>(rows)));
  }
  if (rows > 0 && seconds > 0) {
    text += fmt::format("  {} rows/s", with_unit(static_cast<double>(rows) / seconds));
  }
  if (fraction && *fraction > 0) {
    text += fmt::format("  {} left", clock_time(std::max(0.0, seconds * (1 / *fraction - 1))));
  }
  return text;
}

ProgressBar::ProgressBar(std::string job)
    : job_(std::move(job)), terminal_(system::is_terminal(system::kStandardError)) {}

ProgressBar::~ProgressBar() {
  if (shown_) say(std::string(kClearLine));
}

void ProgressBar::show(std::optional<double> fraction, std::uint64_t rows) {
  if (!terminal_) return;
  const auto now = Clock::now();
  if (now < next_) return;
  next_ = now + kBetween;
  shown_ = true;
  const std::chrono::duration<double> elapsed = now - start_;
  say(std::string(kClearLine) + progress_text(job_, fraction, rows, elapsed.count()));
}

Execution with_progress(unsigned threads, const std::string& job) {
  return {.threads = threads,
          .progress = [bar = std::make_shared<ProgressBar>(job)](double fraction) {
            bar->show(fraction);
            return true;
          }};
}

}  // namespace calibrant::cli
