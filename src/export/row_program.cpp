// The definitions are those of include/calibrant/classes.hpp and docs/reference/format/v4.md, in
// the order of src/classes/. PostgreSQL stops where a product is too small for a double. So nothing
// is multiplied that may be as small as that: kNothing is added before, which changes no digit.
// What is below kNothing is not divided by a sum that is almost 1.
#include "export/row_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "calibrant/error.hpp"
#include "math/class_limits.hpp"
#include "math/clip.hpp"

namespace calibrant {
namespace {

constexpr double kNothing = 1e-200;

// A step of a program, or numbers that become one where they are used.
class Row {
 public:
  // NOLINTBEGIN(google-explicit-constructor): numbers stand in formulas as they are.
  Row(double number) : numbers_{number} {}
  Row(std::vector<double> numbers) : numbers_(std::move(numbers)) {}
  // NOLINTEND(google-explicit-constructor)
  Row(RowProgram& program, std::size_t step) : program_(&program), step_(step) {}

  static Row make(RowProgram& program, RowStep step) {
    program.steps.push_back(std::move(step));
    return {program, program.steps.size() - 1};
  }

  static Row of(RowOperation operation, const std::vector<Row>& inputs) {
    RowProgram& program = *std::ranges::find_if(inputs, &Row::program_)->program_;
    RowStep step = {.operation = operation};
    for (const Row& input : inputs) {
      step.inputs.push_back(input.step_in(program));
      step.wide = step.wide || program.steps[step.inputs.back()].wide;
    }
    if (operation == RowOperation::kSum || operation == RowOperation::kLargest) step.wide = false;
    return make(program, std::move(step));
  }

  RowProgram& program() const { return *program_; }
  RowStep& step() const { return program_->steps[step_]; }
  double classes() const { return static_cast<double>(program_->classes.size()); }

 private:
  std::size_t step_in(RowProgram& program) const {
    if (program_ != nullptr) return step_;
    const bool wide = numbers_.size() > 1;
    return make(program, {.operation = RowOperation::kNumbers, .wide = wide, .numbers = numbers_})
        .step_;
  }

  RowProgram* program_ = nullptr;
  std::size_t step_ = 0;
  std::vector<double> numbers_;
};

Row operator+(const Row& a, const Row& b) { return Row::of(RowOperation::kAdd, {a, b}); }
Row operator-(const Row& a, const Row& b) { return Row::of(RowOperation::kSubtract, {a, b}); }
Row operator*(const Row& a, const Row& b) { return Row::of(RowOperation::kMultiply, {a, b}); }
Row operator/(const Row& a, const Row& b) { return Row::of(RowOperation::kDivide, {a, b}); }
Row larger(const Row& a, const Row& b) { return Row::of(RowOperation::kLarger, {a, b}); }
Row smaller(const Row& a, const Row& b) { return Row::of(RowOperation::kSmaller, {a, b}); }
Row exp(const Row& a) { return Row::of(RowOperation::kExp, {a}); }
Row log(const Row& a) { return Row::of(RowOperation::kLog, {a}); }
Row sum(const Row& a) { return Row::of(RowOperation::kSum, {a}); }
Row largest(const Row& a) { return Row::of(RowOperation::kLargest, {a}); }
Row if_equal(const Row& a, const Row& b, const Row& yes, const Row& no) {
  return Row::of(RowOperation::kIfEqual, {a, b, yes, no});
}
Row if_above(const Row& a, const Row& b, const Row& yes, const Row& no) {
  return Row::of(RowOperation::kIfAbove, {a, b, yes, no});
}

Row through(const std::vector<Curve>& curves, const Row& x) {
  Row result = Row::of(RowOperation::kCurves, {x});
  for (const Curve& curve : curves) result.step().curves.push_back(make_plan(curve, {}));
  return result;
}

Row centred(const Row& x) { return x - sum(x) * (1 / x.classes()); }

Row shares(const Row& x) {
  const Row total = sum(x);
  return if_above(total, 0, x / total, 1 / x.classes());
}

Row softmax(const Row& z) {
  const Row e = exp(z - largest(z));
  return if_above(e, kNothing, e / sum(e), e);
}

Row softmax(const SoftmaxPart& part, const Row& x) {
  const std::size_t classes = x.program().classes.size();
  const std::vector<double> zeros(classes);
  const Row intercepts = part.intercepts.empty() ? zeros : part.intercepts;
  if (part.slopes.size() <= classes) {
    const Row slopes = part.slopes.size() == 1 ? Row(part.slopes[0]) : Row(part.slopes);
    return softmax(part.intercepts.empty() ? slopes * x : slopes * x + intercepts);
  }
  const Row z = Row::of(RowOperation::kMatrix, {x, intercepts});
  z.step().numbers = part.slopes;
  return softmax(z);
}

Row one_vs_rest(const std::vector<Curve>& curves, const Row& p) {
  if (curves.size() > 1) return shares(through(curves, p));
  // Two classes: the first gets what the second leaves.
  const Row second = through({Curve(Steps{{}, {0}}), curves[0]}, p);
  return second + (1 - sum(second)) * std::vector<double>{1, 0};
}

Row top_label(const Curve& curve, const Row& p) {
  const Row top = largest(p);
  const Row ties = sum(if_equal(p, top, 1, 0));
  const Row rest = sum(if_equal(p, top, 0, p)) + (ties - 1) * top;
  const Row confidence = through({curve}, top);
  const Row beside = if_equal(p, top, if_equal(ties, 1, 0, p), p);
  const Row share = if_above(rest, 0, beside / rest, 1 / (p.classes() - 1));
  const Row other = (1 - confidence) * (share + kNothing);
  const Row tied = (confidence + (ties - 1) * other) / ties;
  return if_equal(p, top, if_equal(ties, 1, confidence, tied), other);
}

// 0, or NaN if a score is not finite.
Row unknown_in(const Row& scores) { return sum(scores * 0); }

// Finite and not too large; 0 throughout where a score is unknown.
Row cut(const Row& scores, const Row& unknown) {
  return smaller(larger(if_equal(unknown, 0, scores, 0), -kLargestNumber), kLargestNumber);
}

class JointRows {
 public:
  JointRows(const ClassModel& model, const Row& scores)
      : logits_(model.input() == ClassInput::kLogits),
        unknown_(unknown_in(scores)),
        x_(cut(scores, unknown_)),
        p_(logits_ ? softmax(x_) : shares(larger(x_, 0))) {}

  // NaN where a score is not finite.
  Row average(const std::vector<ClassPart>& parts) {
    Row total = unknown_;
    for (const ClassPart& part : parts) total = total + part.weight * (given(part) + kNothing);
    return total;
  }

 private:
  Row given(const ClassPart& part) {
    if (const auto* map = std::get_if<SoftmaxPart>(&part.map)) return softmax(*map, features(*map));
    if (const auto* rest = std::get_if<OneVsRestPart>(&part.map)) {
      return one_vs_rest(rest->curves, p_);
    }
    return top_label(std::get<TopLabelPart>(part.map).curve, p_);
  }

  // x of SoftmaxPart; parts with the same reading share it.
  Row features(const SoftmaxPart& part) {
    for (const auto& [mixing, power, x] : features_) {
      if (mixing == part.mixing && (mixing == 0 || power == part.power)) return x;
    }
    features_.push_back({part.mixing, part.power, make_features(part)});
    return features_.back().x;
  }

  Row make_features(const SoftmaxPart& part) const {
    if (part.mixing == 0) return logits_ ? centred(x_) : centred(log(larger(p_, kScoreClip)));
    Row p = p_;
    if (part.power != 1) {
      p = softmax(part.power * (logits_ ? x_ : log(larger(p_, kLeastProbability))));
    }
    const Row mixed = (1 - part.mixing) * p + part.mixing / p.classes();
    return centred(log(larger(mixed, kScoreClip)));
  }

  struct Features {
    double mixing;
    double power;
    Row x;
  };

  bool logits_;
  Row unknown_;
  Row x_;
  Row p_;
  std::vector<Features> features_;
};

void check_columns(const MulticlassModel& model, int columns) {
  const auto classes = static_cast<int>(model.classes());
  const bool second_alone = classes == 2 && model.joint() != nullptr;
  if (columns == classes || (second_alone && (columns == 0 || columns == 1))) return;
  throw OptionError("input-columns", fmt::format("{} is not {}{}, the number of classes", columns,
                                                 second_alone ? "0, 1 or " : "", classes));
}

// Leaves out what the last step does not need.
void drop_unused(RowProgram& program) {
  std::vector<bool> used(program.steps.size());
  used.back() = true;
  for (std::size_t i = program.steps.size(); i-- > 0;) {
    if (!used[i]) continue;
    for (const std::size_t input : program.steps[i].inputs) used[input] = true;
  }
  std::vector<std::size_t> place(program.steps.size());
  std::vector<RowStep> steps;
  for (std::size_t i = 0; i < place.size(); ++i) {
    if (!used[i]) continue;
    place[i] = steps.size();
    steps.push_back(std::move(program.steps[i]));
    for (std::size_t& input : steps.back().inputs) input = place[input];
  }
  program.steps = std::move(steps);
}

// How often the text of an input stands in the text of a step.
std::size_t times_written(const RowStep& step, const RowStep& input, std::size_t classes) {
  if (step.operation == RowOperation::kExp) return 2;
  const bool each = step.wide && (!input.wide || step.operation == RowOperation::kMatrix);
  return each ? classes : 1;
}

void store_steps(RowProgram& program) {
  std::vector<std::size_t> uses(program.steps.size());
  for (RowStep& step : program.steps) {
    const bool curves = step.operation == RowOperation::kCurves;
    step.stored =
        curves || step.operation == RowOperation::kScores || step.operation == RowOperation::kSum ||
        step.operation == RowOperation::kLargest || step.operation == RowOperation::kMatrix;
    for (const std::size_t i : step.inputs) {
      RowStep& input = program.steps[i];
      uses[i] += times_written(step, input, program.classes.size());
      const bool needed = curves || uses[i] > 1;
      if (input.operation != RowOperation::kNumbers && needed) input.stored = true;
    }
  }
}

}  // namespace

RowProgram make_row_program(const MulticlassModel& model, const ExportOptions& options) {
  const int columns = options.input_columns.value_or(static_cast<int>(model.classes()));
  check_columns(model, columns);
  RowProgram program{.classes = model.names(), .steps = {}, .method = harmless(model.method())};
  const ClassModel* joint = model.joint();
  const bool wide = columns > 1;
  Row scores = Row::make(program, {.operation = RowOperation::kScores, .wide = wide});
  const bool fits_logits = joint != nullptr && joint->input() == ClassInput::kLogits;
  if (!wide) {
    // The second class's probability, or by how much its logit is larger.
    scores = options.logits || fits_logits
                 ? scores * std::vector<double>{0, 1}
                 : scores * std::vector<double>{-1, 1} + std::vector<double>{1, 0};
  }
  if (options.logits && !fits_logits) {
    const Row unknown = unknown_in(scores);
    scores = softmax(cut(scores, unknown)) + unknown;
  }
  if (joint != nullptr) {
    JointRows(*joint, scores).average(joint->parts());
  } else {
    const Row values = through(model.curves(), scores);
    const Row total = sum(values);
    if_equal(total, 0, 1 / values.classes(), values / total);
  }
  drop_unused(program);
  store_steps(program);
  return program;
}

}  // namespace calibrant
