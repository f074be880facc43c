// What the paper leaves unsaid, and what was taken here, with the reason.
#include <fmt/format.h>

#include "methods/method.hpp"
#include "output/reproduction.hpp"

namespace calibrant::experiments {

std::vector<Passage> describe_setup() {
  std::vector<Passage> blocks;
  blocks.emplace_back(Heading{"How it was done"});
  blocks.emplace_back(Paragraph{
      "The paper leaves much unsaid. What follows was inferred from its figures, so it is no "
      "independent confirmation of them; the strong evidence is SPECT, whose split is fixed and "
      "whose naive Bayes table comes out digit for digit. Where the spread is large (XOR above "
      "all), lying within two standard deviations says little."});
  Bullets items;
  items.items.push_back(
      "Measures as printed: ten groups of equally many rows, sorted by (probability, label); ECE "
      "is the square root of a tenth of the weighted sum, MCE the plain maximum. Label 1 is the "
      "positive class, accuracy is at p ≥ 0.5.");
  items.items.push_back(fmt::format(
      "SBB and ABB: the scale of ranks with λ = {}; tied rows are kept apart in the order (score, "
      "label), and a score takes the value of the last row that is not larger. ABB's values are "
      "smoothed, SBB's are not. The column “ABB by max” replaces the sums in ABB's recursions by "
      "maxima, as the prose of the paper has it; “ABB λ averaged” is the library's ABB as it is, "
      "“auto” its default method.",
      kPaperLambda));
  items.items.push_back(
      "Histogram: ten bins of equally many rows, smoothed towards the scores of their positives "
      "and their middles. ACP: the positive fraction inside the classifier's 95 % interval. Platt "
      "and isotonic regression as in the library.");
  items.items.push_back(
      "Simulations: clusters at (±1, ±1) of spread 0.35 for XOR; radius uniform on [0, 2] and [2, "
      "4] for circular. Logistic regression by LIBLINEAR, with almost no penalty. The linear data, "
      "whose table the paper leaves out, are shown as well.");
  items.items.push_back(
      "Adult: the eight discrete features only, in all three tables. Naive Bayes with P(v | c) = "
      "(n + m r) / (n_c + m), m a tenth of the training rows and r the rate of v in all of them "
      "(on SPECT the same rule gives the 8 found there). Linear SVM by LIBLINEAR on indicators, "
      "both classes weighing the same. Logistic regression on codes in the order of the alphabet.");
  items.items.push_back(
      "SPECT: logistic regression by maximum likelihood, which lies at infinity for 23 separable "
      "rows; its limit is computed. Quadratic SVM by LIBSVM with the kernel u·v + (u·v)².");
  items.items.push_back(
      "Decision values of SVMs are mapped to [0, 1] by the smallest and largest of calibration and "
      "test rows together.");
  blocks.emplace_back(std::move(items));
  return blocks;
}

}  // namespace calibrant::experiments
