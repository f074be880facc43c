# What is done with models and findings.

rows <- golden_rows("rows.csv")
model <- calibrate(rows$score, rows$label, method = "abb", keep_observations = TRUE)

test_that("a model comes back from saveRDS", {
  file <- tempfile()
  saveRDS(model, file)
  expect_identical(predict(readRDS(file), rows$score), predict(model, rows$score))
})

test_that("an update is a fit to all rows", {
  first <- calibrate(rows$score[1:200], rows$label[1:200], method = "abb", keep_observations = TRUE)
  both <- update(first, rows$score[201:400], rows$label[201:400])
  expect_identical(predict(both, rows$score), predict(model, rows$score))
})

test_that("another prevalence multiplies the odds", {
  odds <- function(p) p / (1 - p)
  p <- predict(model, c(0.2, 0.7))
  ratio <- odds(predict(model, c(0.2, 0.7), prevalence = 0.1)) / odds(p)
  expect_equal(ratio, rep(odds(0.1) / odds(mean(rows$label)), 2))
})

test_that("models are exported", {
  expect_match(export_model(model, "sql", column = "risk"), "risk")
  expect_type(export_model(model, "onnx"), "raw")
})

test_that("printing tells what it is", {
  expect_output(print(model), "Calibration by abb: two classes (1 is positive), a 95 % credible band",
                fixed = TRUE)
  expect_output(print(summary(calibrate(rows$score, rows$label))), "An average of")
  expect_output(print(evaluate(rows$score, rows$label, bootstrap = 0)), "400 rows")
})

test_that("data frames come out", {
  frame <- as.data.frame(evaluate(rows$score, rows$label, bootstrap = 0, by = rows$site))
  expect_setequal(unique(frame$subgroup), c(NA, "a", "b"))
  expect_equal(frame$value[frame$measure == "brier"][1], mean((rows$score - rows$label)^2))
})

test_that("reports are pages", {
  file <- tempfile(fileext = ".html")
  before <- evaluate(rows$score, rows$label, bootstrap = 20)
  after <- evaluate(model, rows$score, rows$label, bootstrap = 20)
  report(after, file, title = "Mine", before = before)
  page <- paste(readLines(file, warn = FALSE), collapse = "\n")
  expect_match(page, "<title>Mine</title>", fixed = TRUE)
  expect_match(page, "Before and after", fixed = TRUE)
  expect_match(message_of(report(after, file.path(tempfile(), "x.html"))), "x.html: cannot be written")
  report(compare(rows$score, rows$label, methods = c("platt", "raw"), folds = 3), file)
  expect_match(paste(readLines(file, warn = FALSE), collapse = "\n"), "platt", fixed = TRUE)
})

test_that("plots give what they show", {
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  shown <- plot(model)
  expect_equal(shown$prob, predict(model, shown$score))
  bins <- plot(evaluate(rows$score, rows$label, bootstrap = 0))
  expect_equal(sum(bins$weight), 400)
  expect_equal(calibrant:::mass_bins(rows$score, rows$label, rep(1, 400))$observed, bins$observed)
  expect_equal(calibrant:::mass_bins(rows$score, rows$label, rep(1, 400))$lower, bins$lower)
  several <- golden_rows("classes.csv")
  scored <- evaluate(several[1:3], several$label, bootstrap = 0)
  expect_silent(plot(scored))
  expect_equal(message_of(plot(scored, which = "owl")), "which: no class is 'owl'")
})
