# What users hold their numbers in, as the vectors that the library reads.

# One score per row as a vector, or a column per class as a matrix.
numbers_of <- function(values, name) {
  if (is.data.frame(values)) {
    wrong <- which(!vapply(values, function(column) is.numeric(column) || is.logical(column), NA))
    if (length(wrong) > 0) bad_input("%s: column %s holds no numbers", name, names(values)[wrong[1]])
    values <- as.matrix(values)
  }
  if (is.factor(values) || !(is.numeric(values) || is.logical(values))) {
    bad_input("%s: not numbers (%s)", name, class(values)[1])
  }
  storage.mode(values) <- "double"
  if (is.matrix(values)) {
    if (ncol(values) == 1) values <- values[, 1]
  } else {
    values <- as.vector(values)
  }
  values
}

rows_in <- function(values) if (is.matrix(values)) nrow(values) else length(values)

# Names the first row that has an NA, and of a matrix the class.
check_no_na <- function(values, name, classes = NULL) {
  missing <- is.na(values)
  if (!any(missing)) return(invisible())
  if (!is.matrix(values)) {
    bad_input("%s[%d]: NA is not a finite number", name, which(missing)[1])
  }
  row <- which(rowSums(missing) > 0)[1]
  bad_input("%s[%d]: class %s: NA is not a finite number", name, row, classes[missing[row, ]][1])
}

check_same_length <- function(values, name, reference, reference_name) {
  if (rows_in(values) != rows_in(reference)) {
    bad_input("%s: has %d elements (%s has %d)", name, rows_in(values), reference_name,
              rows_in(reference))
  }
}

listed <- function(classes) {
  shown <- if (is.character(classes)) sprintf("'%s'", classes) else as.character(classes)
  paste0(paste(head(shown, 4), collapse = ", "), if (length(classes) > 4) ", ...")
}

# The distinct labels in order: a factor's levels, or the sorted values.
classes_of <- function(labels, name) {
  if (is.matrix(labels) || is.data.frame(labels)) {
    if (ncol(labels) != 1) bad_input("%s: has %d columns (one label per row was expected)", name,
                                     ncol(labels))
    labels <- labels[, 1]
  }
  if (!is.atomic(labels) && !is.factor(labels)) {
    bad_input("%s: are not labels (%s)", name, class(labels)[1])
  }
  gone <- which(is.na(labels))
  if (length(gone) > 0) bad_input("%s[%d]: NA is not a label", name, gone[1])
  if (is.factor(labels)) return(levels(labels))
  if (is.logical(labels) || (is.numeric(labels) && all(labels %in% 0:1))) return(c("0", "1"))
  as.character(sort(unique(labels)))
}

texts_of <- function(labels) {
  if (is.matrix(labels) || is.data.frame(labels)) labels <- labels[, 1]
  if (is.logical(labels)) labels <- as.integer(labels)
  as.character(labels)
}

# The place of each label among classes that are known, from 0.
codes_of <- function(labels, classes, name) {
  codes <- match(texts_of(labels), classes)
  unknown <- which(is.na(codes))
  if (length(unknown) > 0) {
    bad_input("%s[%d]: '%s' is not one of the labels of the fit, %s", name, unknown[1],
              texts_of(labels)[unknown[1]], listed(classes))
  }
  codes - 1L
}

# Two classes, of which the second is positive: as asked for, or the later level.
two_classes <- function(labels, positive, name) {
  classes <- classes_of(labels, name)
  if (length(classes) > 2) classes <- intersect(classes, texts_of(labels))
  if (length(classes) != 2) {
    bad_input("%s: has %d distinct labels, %s (0 and 1, or two labels of any kind, were expected)",
              name, length(classes), listed(classes))
  }
  if (is.null(positive)) return(classes)
  place <- match(texts_of(positive), classes)
  if (length(place) != 1 || is.na(place)) {
    bad_input("positive: no label is %s (the labels are %s)", listed(texts_of(positive)),
              listed(classes))
  }
  classes[c(3 - place, place)]
}

# The columns of a matrix in the order of the classes, by their names if these are the classes.
in_order <- function(scores, classes) {
  named <- colnames(scores)
  if (!is.null(named) && setequal(named, classes)) return(scores[, classes, drop = FALSE])
  scores
}

# The column of the positive class of two that add up to 1.
positive_column <- function(scores, classes, name) {
  off <- which(abs(rowSums(scores) - 1) > 1e-6)
  if (length(off) > 0) {
    bad_input("%s[%d]: the two columns add up to %.6g (1 was expected: a probability of each class)",
              name, off[1], sum(scores[off[1], ]))
  }
  as.vector(scores[, if (setequal(colnames(scores), classes)) classes[2] else 2])
}

# Rows for the library: scores row by row, labels from 0, weights; names where classes are several.
rows_of <- function(scores, labels, weights = NULL, positive = NULL, classes = NULL,
                    names = c("scores", "labels", "weights")) {
  scores <- numbers_of(scores, names[1])
  columns <- if (is.matrix(scores)) ncol(scores) else 1
  several <- columns > 2
  if (several && !is.null(positive)) bad_input("positive: is for two classes")
  if (is.null(classes)) {
    classes <- if (several) classes_of(labels, names[2]) else two_classes(labels, positive, names[2])
  } else {
    classes_of(labels, names[2])
  }
  if (several && length(classes) != columns) {
    bad_input("%s: has %d classes, %s (%s has %d columns; a column of scores for each class was expected)",
              names[2], length(classes), listed(classes), names[1], columns)
  }
  if (is.matrix(scores)) scores <- in_order(scores, classes)
  check_no_na(scores, names[1], classes)
  if (columns == 2) scores <- positive_column(scores, classes, names[1])
  codes <- codes_of(labels, classes, names[2])
  check_same_length(codes, names[2], scores, names[1])
  if (!is.null(weights)) {
    weights <- numbers_of(weights, names[3])
    check_same_length(weights, names[3], scores, names[1])
    check_no_na(weights, names[3])
  }
  list(scores = scores, by_row = row_by_row(scores), codes = codes, weights = weights,
       classes = classes, names = if (several) classes)
}

row_by_row <- function(scores) if (is.matrix(scores)) as.vector(t(scores)) else scores

warn_of_rows <- function(rows) {
  warn_of(checked(.Call(c_inspect, rows$by_row, rows$codes, rows$weights, rows$names)))
}

# y ~ score, or y ~ score of each class: what the frame holds. Rows with NA stay, to be named.
rows_of_formula <- function(formula, data, weights, subset, frame) {
  call <- list(quote(stats::model.frame), formula = formula, na.action = quote(stats::na.pass))
  if (!is.null(data)) call$data <- data
  call$weights <- weights
  call$subset <- subset
  found <- eval(as.call(call), frame)
  parts <- terms(found)
  if (attr(parts, "response") == 0) bad_input("formula: has no labels on its left side")
  if (length(attr(parts, "term.labels")) == 0) bad_input("formula: has no scores on its right side")
  list(labels = model.response(found), scores = scores_of_frame(found, parts),
       weights = as.vector(model.weights(found)), terms = parts)
}

scores_of_frame <- function(frame, parts) {
  columns <- frame[attr(parts, "term.labels")]
  if (length(columns) == 1 && is.matrix(columns[[1]])) return(columns[[1]])
  if (length(columns) == 1) return(numbers_of(columns[[1]], names(columns)))
  numbers_of(as.data.frame(columns), "scores")
}
