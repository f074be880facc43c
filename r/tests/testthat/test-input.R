# What may come in, and the sentences of what may not.

rows <- golden_rows("rows.csv")
scores <- rows$score
labels <- rows$label
p <- predict(calibrate(scores, labels, method = "platt"), scores)

test_that("labels may be of any kind", {
  same <- function(given, ...) {
    expect_identical(predict(calibrate(scores, given, method = "platt", ...), scores), p)
  }
  same(labels == 1)
  same(as.numeric(labels))
  same(factor(labels, labels = c("well", "sick")))
  same(ifelse(labels == 1, "yes", "no"))
  same(ifelse(labels == 1, "a", "b"), positive = "a")
  same(factor(ifelse(labels == 1, "a", "b"), levels = c("b", "a")))
  both <- cbind(no = 1 - scores, yes = scores)
  expect_equal(predict(calibrate(both, ifelse(labels == 1, "yes", "no"), method = "platt"), both), p)
})

test_that("columns are found by the names of the classes", {
  several <- golden_rows("classes.csv")
  given <- as.matrix(several[1:3])
  colnames(given) <- c("cat", "dog", "fox")
  one <- calibrate(given, several$label, method = "temperature")
  other <- calibrate(given[, c(3, 1, 2)], several$label, method = "temperature")
  expect_identical(predict(one, given), predict(other, given[, c(2, 3, 1)]))
  expect_equal(unname(rowSums(predict(one, given))), rep(1, 300))
  by_formula <- calibrate(label ~ p_cat + p_dog + p_fox, several, method = "temperature")
  expect_equal(unname(predict(by_formula, several)), unname(predict(one, given)))
})

test_that("an NA has one line that names its row", {
  expect_equal(message_of(calibrate(replace(scores, 7, NA), labels)),
               "scores[7]: NA is not a finite number")
  expect_equal(message_of(calibrate(scores, replace(factor(labels), 9, NA))),
               "labels[9]: NA is not a label")
  expect_equal(message_of(calibrate(scores, labels, weights = replace(scores, 3, NA))),
               "weights[3]: NA is not a finite number")
  rows$score[12] <- NA
  expect_equal(message_of(calibrate(label ~ score, rows)), "scores[12]: NA is not a finite number")
  several <- golden_rows("classes.csv")
  several$p_dog[5] <- NA
  expect_equal(message_of(calibrate(several[1:3], several$label)),
               "scores[5]: class dog: NA is not a finite number")
  expect_identical(predict(calibrate(scores, labels), c(NA, 0.5))[1], NA_real_)
})

test_that("the sentences are the library's, and count from 1", {
  expect_equal(message_of(calibrate(replace(scores, 7, Inf), labels)),
               "scores[7]: inf is not a finite number")
  expect_equal(message_of(evaluate(replace(scores, 2, 1.5), labels)),
               "probabilities[2]: 1.5 is not a probability (0 to 1)")
  several <- golden_rows("classes.csv")
  several$p_fox[4] <- 7
  expect_equal(message_of(evaluate(several[1:3], several$label)),
               "probabilities[4]: column 3: 7 is not a probability (0 to 1)")
  expect_equal(message_of(calibrate(scores, labels, weights = replace(scores, 3, -1))),
               "weights[3]: -1 is negative")
  expect_equal(message_of(calibrate(scores, labels[-1])),
               "labels: has 399 elements (scores has 400)")
  expect_equal(message_of(calibrate(scores, labels, method = "abb", lambda = -1)),
               "lambda: -1 is not auto or a positive number")
  expect_match(message_of(calibrate(scores, labels, method = "platt", level = 0.9)),
               "^level: is for auto, .*, not for platt$")
  expect_match(message_of(calibrate(scores, labels, lamda = 2)), "did you mean lambda", fixed = TRUE)
  expect_match(message_of(calibrate(scores, labels, method = "magic")),
               "^method: 'magic' is not one of auto, ")
  expect_equal(message_of(calibrate(scores, as.list(labels))), "labels: are not labels (list)")
  expect_match(message_of(calibrate(scores, seq_along(scores) %% 3)), "^labels: has 3 distinct labels")
})

test_that("conditions have classes", {
  expect_error(calibrate(replace(scores, 1, NA), labels), class = "calibrant_bad_input")
  expect_error(calibrate(scores, labels, method = "magic"), class = "calibrant_bad_option")
  expect_error(load_model(tempfile()), class = "calibrant_bad_model")
  expect_error(predict(calibrate(scores, labels, method = "platt"), 0.5, type = "interval"),
               "this curve has no band (fit it with a level)", fixed = TRUE, class = "calibrant_failed")
  expect_warning(calibrate(-scores, labels), "the scores run the wrong way",
                 class = "calibration_warning")
})

test_that("methods and options come from the library", {
  methods <- calibration_methods()
  expect_true(all(c("auto", "abb", "one-vs-rest") %in% methods$method))
  expect_true("lambda" %in% calibration_options()$option)
})
