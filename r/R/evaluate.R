# How good probabilities are, and which method is best.

evaluate <- function(x, ...) UseMethod("evaluate")

evaluate.default <- function(x, labels, weights = NULL, positive = NULL, by = NULL, bins = 10,
                             bootstrap = 1000, level = 0.95, seed = 1, ...) {
  if (...length() > 0) bad_option("%s: is not an option of evaluations", c(...names(), "?")[1])
  rows <- rows_of(x, labels, weights, positive, names = c("probabilities", "labels", "weights"))
  evaluated(rows, by, list(bins = bins, bootstrap = bootstrap, level = level, seed = seed),
            called = deparse1(substitute(by)))
}

evaluate.formula <- function(x, data = NULL, ..., weights, subset) {
  given <- rows_of_formula(x, data, if (!missing(weights)) substitute(weights),
                           if (!missing(subset)) substitute(subset), parent.frame())
  evaluate.default(given$scores, given$labels, weights = given$weights, ...)
}

evaluate.calibrant <- function(x, newdata, labels, weights = NULL, ...) {
  probabilities <- predict(x, newdata)
  if (is.matrix(probabilities)) return(evaluate.default(probabilities, labels, weights, ...))
  evaluate.default(probabilities, as_known(labels, x$classes), weights, ...)
}

# A factor whose second level is what the model takes for positive.
as_known <- function(labels, classes) {
  classes_of(labels, "labels")
  factor(classes[codes_of(labels, classes, "labels") + 1L], classes)
}

# Subgroups by one column, or a factor.
evaluated <- function(rows, by, options, called = "subgroup") {
  names <- rows$names
  subgroups <- NULL
  if (!is.null(by)) {
    if (!is.null(names)) bad_option("by: is for two classes")
    if (is.data.frame(by)) {
      called <- names(by)[1]
      by <- by[[1]]
    }
    check_same_length(by, "by", rows$codes, "labels")
    if (anyNA(by)) bad_input("by[%d]: NA is not a subgroup", which(is.na(by))[1])
    by <- droplevels(as.factor(by))
    names <- levels(by)
    subgroups <- as.integer(by) - 1L
  }
  finding <- checked(.Call(c_evaluate, options, rows$by_row, rows$codes, rows$weights, names,
                           if (is.null(by)) NULL else sub("^.*\\$", "", called), subgroups))
  warn_of_rows(rows)
  numbers <- .Call(c_parse, checked(.Call(c_finding_text, finding, "json", NULL, NULL)))
  structure(class = "calibrant_evaluation",
            list(pointer = finding, text = .Call(c_finding_text, finding, "text", NULL, NULL),
                 numbers = numbers, verdict = numbers$verdict$sentence, rows = rows))
}

compare <- function(scores, ...) UseMethod("compare")

compare.default <- function(scores, labels, methods = NULL, weights = NULL, test = NULL,
                            folds = NULL, seed = 1, positive = NULL, ...) {
  rows <- rows_of(scores, labels, weights, positive)
  measured <- NULL
  if (!is.null(test)) {
    if (!is.list(test) || length(test) < 2) bad_input("test: is not a list of scores, labels and perhaps weights")
    measured <- rows_of(test[[1]], test[[2]], if (length(test) > 2) test[[3]],
                        classes = rows$classes,
                        names = c("test scores", "test labels", "test weights"))
  }
  options <- c(list(seed = seed), list(...))
  if (!is.null(methods)) options$methods <- as.list(methods)
  options$folds <- folds
  finding <- checked(.Call(c_compare, options, rows$by_row, rows$codes, rows$weights,
                           measured$by_row, measured$codes, measured$weights, rows$names))
  warn_of_rows(rows)
  warn_of(.Call(c_parse, .Call(c_finding_text, finding, "notes", NULL, NULL)))
  numbers <- .Call(c_parse, checked(.Call(c_finding_text, finding, "json", NULL, NULL)))
  structure(class = "calibrant_comparison",
            list(pointer = finding, text = .Call(c_finding_text, finding, "text", NULL, NULL),
                 numbers = numbers, recommended = numbers$recommended))
}

compare.formula <- function(scores, data = NULL, ..., weights, subset) {
  given <- rows_of_formula(scores, data, if (!missing(weights)) substitute(weights),
                           if (!missing(subset)) substitute(subset), parent.frame())
  compare.default(given$scores, given$labels, weights = given$weights, ...)
}

report <- function(x, file, ...) UseMethod("report")

report.calibrant_evaluation <- function(x, file, title = NULL, before = NULL, ...) {
  if (!is.null(before) && !inherits(before, "calibrant_evaluation")) {
    bad_input("before: is not an evaluation")
  }
  write_page(x, file, title, before)
}

report.calibrant_comparison <- function(x, file, title = NULL, ...) write_page(x, file, title, NULL)

write_page <- function(x, file, title, before) {
  for (one in list(x, before)) {
    if (!is.null(one) && .Call(c_is_gone, one$pointer)) {
      refuse("failed", "x: comes from another session of R (evaluate or compare again)")
    }
  }
  page <- checked(.Call(c_finding_text, x$pointer, "html", title, before$pointer))
  write_bytes(charToRaw(page), file)
}

print_text <- function(x, ...) {
  cat(x$text)
  invisible(x)
}
print.calibrant_evaluation <- print_text
print.calibrant_comparison <- print_text
summary.calibrant_evaluation <- function(object, ...) object
summary.calibrant_comparison <- function(object, ...) object

# A list of objects with the same keys as rows of a data frame.
data_rows <- function(objects) {
  columns <- unique(unlist(lapply(objects, names)))
  values <- lapply(columns, function(name) unlist(lapply(objects, `[[`, name)))
  as.data.frame(`names<-`(values, columns))
}

measures_of <- function(measures) {
  data.frame(measure = names(measures), data_rows(measures), row.names = NULL)
}

as.data.frame.calibrant_evaluation <- function(x, row.names = NULL, optional = FALSE, ...) {
  found <- measures_of(x$numbers$measures)
  parts <- x$numbers$subgroups
  if (is.null(parts)) return(found)
  more <- lapply(parts, function(one) cbind(subgroup = one$name, measures_of(one$measures)))
  do.call(rbind, c(list(cbind(subgroup = NA, found)), more))
}

as.data.frame.calibrant_comparison <- function(x, row.names = NULL, optional = FALSE, ...) {
  do.call(rbind, lapply(x$numbers$methods, function(one) {
    cbind(method = one$name, recommended = one$name == x$recommended, measures_of(one$measures))
  }))
}
