# The same numbers as those of the program.

rows <- golden_rows("rows.csv")
classes <- golden_rows("classes.csv")
matrix_of <- function(frame) as.matrix(frame[c("p_cat", "p_dog", "p_fox")])

test_that("every method gives the probabilities of the program", {
  for (method in c("auto", "abb", "sbb", "platt", "beta", "histogram", "isotonic")) {
    known <- golden_rows(paste0(method, ".csv"))
    model <- calibrate(rows$score, rows$label, method = method)
    expect_equal(predict(model, rows$score), known$calibrated, tolerance = tolerance)
    if (is.null(known$calibrated_lower)) {
      expect_true(is.na(model$level))
    } else {
      found <- predict(model, rows$score, type = "interval")
      expect_equal(found$lower, known$calibrated_lower, tolerance = tolerance)
      expect_equal(found$upper, known$calibrated_upper, tolerance = tolerance)
    }
  }
})

test_that("weights are those of the program", {
  model <- calibrate(label ~ score, rows, weights = weight, method = "abb")
  expect_equal(predict(model, rows), golden_rows("weighted.csv")$calibrated, tolerance = tolerance)
})

test_that("several classes are those of the program", {
  known <- golden_rows("classes_auto.csv")
  model <- calibrate(matrix_of(classes), factor(classes$label))
  found <- predict(model, matrix_of(classes))
  expect_equal(colnames(found), c("cat", "dog", "fox"))
  expect_equal(unname(found), unname(as.matrix(known[5:7])), tolerance = tolerance)
  ends <- predict(model, matrix_of(classes), type = "interval")
  expect_equal(ends$lower[ends$class == "dog"], known$calibrated_dog_lower, tolerance = tolerance)
  expect_equal(ends$upper[ends$class == "fox"], known$calibrated_fox_upper, tolerance = tolerance)
})

test_that("model files are shared", {
  loaded <- load_model(golden("abb.json"))
  expect_equal(loaded$level, 0.95)
  expect_equal(predict(loaded, rows$score), golden_rows("abb.csv")$calibrated,
               tolerance = 1e-15)
  file <- tempfile(fileext = ".json")
  save_model(loaded, file)
  expect_identical(readLines(file, warn = FALSE), readLines(golden("abb.json"), warn = FALSE))
})

test_that("evaluations are those of the program", {
  found <- suppressWarnings(evaluate(rows$score, rows$label, by = rows["site"], bootstrap = 50))
  known <- golden_json("evaluate.json")
  for (name in setdiff(names(known), c("file", "probability"))) {
    expect_equal(found$numbers[[name]], known[[name]], tolerance = tolerance)
  }
  several <- evaluate(matrix_of(classes), classes$label, bootstrap = 20)
  known <- golden_json("evaluate_classes.json")
  expect_equal(several$numbers$measures, known$measures, tolerance = tolerance)
  expect_equal(several$verdict, known$verdict$sentence)
})

test_that("comparisons are those of the program", {
  found <- suppressWarnings(
    compare(label ~ score, rows, methods = c("platt", "sbb", "raw"), folds = 3))
  expect_equal(found$numbers, golden_json("compare.json"), tolerance = tolerance)
  frame <- as.data.frame(found)
  expect_equal(unique(frame$method[frame$recommended]), found$recommended)
})
