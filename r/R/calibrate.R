# Fits, and what is done with them.

calibrate <- function(scores, ...) UseMethod("calibrate")

calibrate.default <- function(scores, labels, method = "auto", level = 0.95, weights = NULL,
                              positive = NULL, keep_observations = FALSE, ...) {
  rows <- rows_of(scores, labels, weights, positive)
  options <- fit_options(method, rows, if (!missing(level)) list(level), list(...))
  if (keep_observations) options$keep_observations <- TRUE
  warn_of_rows(rows)
  pointer <- checked(.Call(c_fit, one_text(method, "method"), options, rows$by_row, rows$codes,
                           rows$weights, rows$names))
  made <- model_of(pointer, rows$classes, called_as(match.call(), "calibrate"))
  made$rows <- length(rows$codes)
  made$weight <- if (is.null(rows$weights)) length(rows$codes) else sum(rows$weights)
  counts <- if (is.null(rows$weights)) rep(1, length(rows$codes)) else rows$weights
  made$counts <- vapply(seq_along(rows$classes), function(k) sum(counts[rows$codes == k - 1]), 0)
  names(made$counts) <- rows$classes
  if (is.null(rows$names)) {
    made$bins <- mass_bins(rows$scores, rows$codes, counts)
    made$range <- quantile(rows$scores, c(0.005, 0.995), names = FALSE)
  }
  made
}

calibrate.formula <- function(scores, data = NULL, ..., weights, subset) {
  given <- rows_of_formula(scores, data, if (!missing(weights)) substitute(weights),
                           if (!missing(subset)) substitute(subset), parent.frame())
  made <- calibrate.default(given$scores, given$labels, weights = given$weights, ...)
  made$call <- called_as(match.call(), "calibrate")
  made$terms <- delete.response(given$terms)
  made
}

# The call as the user wrote it, not as its method is called.
called_as <- function(call, name) {
  call[[1]] <- as.name(name)
  call
}

one_text <- function(value, name) {
  if (!is.character(value) || length(value) != 1 || is.na(value)) {
    bad_option("%s: is not a text", name)
  }
  value
}

# The options by name. The level goes along by itself where the method has a band.
fit_options <- function(method, rows, level, options) {
  if (length(options) > 0 && (is.null(names(options)) || any(names(options) == ""))) {
    bad_option("options: have no names")
  }
  options <- options[!vapply(options, is.null, NA)]
  if (is.null(level)) {
    known <- Filter(function(one) method %in% c(one$name, one$aliases), .Call(c_methods)$methods)
    read <- if (is.null(rows$names)) "options" else "class_options"
    if (length(known) == 1 && "level" %in% known[[1]][[read]]) options$level <- 0.95
  } else {
    options$level <- level[[1]]
  }
  options
}

model_of <- function(pointer, classes = NULL, call = NULL) {
  about <- .Call(c_about, pointer)
  several <- length(about$classes) > 0
  structure(class = "calibrant",
            list(pointer = pointer, text = .Call(c_text, pointer), kind = about$kind,
                 method = about$method, level = about$level,
                 classes = if (several) about$classes else if (is.null(classes)) c("0", "1") else classes,
                 call = call))
}

# A model that was kept by saveRDS has lost its pointer, and comes back from its text.
handle_of <- function(model) {
  if (!.Call(c_is_gone, model$pointer)) return(model$pointer)
  checked(.Call(c_load_text, model$text))
}

is_several <- function(model) model$kind == "classes"

# Scores of new rows: a vector, a matrix, or a data frame with the columns of the formula.
new_scores <- function(model, newdata) {
  if (is.data.frame(newdata) && !is.null(model$terms)) {
    lacking <- setdiff(all.vars(model$terms), names(newdata))
    if (length(lacking) > 0) bad_input("newdata: has no column %s", lacking[1])
    frame <- model.frame(model$terms, newdata, na.action = na.pass)
    newdata <- scores_of_frame(frame, model$terms)
  }
  scores <- numbers_of(newdata, "newdata")
  columns <- if (is.matrix(scores)) ncol(scores) else 1
  if (is_several(model)) {
    if (columns != length(model$classes)) {
      bad_input("newdata: has %d columns (a column for each of %d classes was expected)", columns,
                length(model$classes))
    }
    return(in_order(scores, model$classes))
  }
  if (columns > 2) bad_input("newdata: has %d columns (one score per row was expected)", columns)
  if (columns == 2) scores <- positive_column(scores, model$classes, "newdata")
  scores
}

predict.calibrant <- function(object, newdata, type = c("prob", "interval"), prevalence = NULL,
                              lower = NULL, upper = NULL, ...) {
  type <- match.arg(type)
  if (...length() > 0) bad_option("%s: is not an option of predict", c(...names(), "?")[1])
  if (missing(newdata)) bad_input("newdata: is missing (predictions need scores)")
  scores <- new_scores(object, newdata)
  pointer <- handle_of(object)
  flat <- row_by_row(scores)
  shifted <- function(probabilities) {
    if (is.null(prevalence)) return(probabilities)
    if (!is.numeric(prevalence) || length(prevalence) != length(flat) / rows_in(scores)) {
      bad_option("prevalence: has %d elements (%d were expected)", length(prevalence),
                 if (is_several(object)) length(object$classes) else 1L)
    }
    checked(.Call(c_shift, pointer, as.double(prevalence), probabilities))
  }
  ends <- function(values) if (is.null(values)) NULL else as.double(values)
  shaped <- function(values) {
    values <- shifted(values)
    values[is.na(values)] <- NA
    if (!is.matrix(scores)) return(values)
    matrix(values, ncol = ncol(scores), byrow = TRUE,
           dimnames = list(rownames(scores), object$classes))
  }
  probabilities <- shaped(checked(.Call(c_apply, pointer, flat, ends(lower), ends(upper))))
  if (type == "prob") return(probabilities)
  bounds <- checked(.Call(c_interval, pointer, flat))
  if (!is.matrix(scores)) {
    return(data.frame(prob = probabilities, lower = shaped(bounds[[1]]),
                      upper = shaped(bounds[[2]])))
  }
  data.frame(row = as.vector(row(probabilities)),
             class = factor(object$classes[col(probabilities)], object$classes),
             prob = as.vector(probabilities), lower = as.vector(shaped(bounds[[1]])),
             upper = as.vector(shaped(bounds[[2]])))
}

update.calibrant <- function(object, scores, labels, weights = NULL, forget = 1, ...) {
  rows <- rows_of(scores, labels, weights, classes = object$classes)
  pointer <- checked(.Call(c_update, handle_of(object), as.double(forget), rows$by_row, rows$codes,
                           rows$weights))
  made <- model_of(pointer, object$classes, called_as(match.call(), "update"))
  made$terms <- object$terms
  made
}

save_model <- function(model, file) {
  checked(.Call(c_save, handle_of(model), path.expand(one_text(file, "file"))))
  invisible(file)
}

load_model <- function(file, classes = NULL) {
  model_of(checked(.Call(c_load, path.expand(one_text(file, "file")))), classes,
           match.call())
}

export_model <- function(model, target, file = NULL, ...) {
  code <- checked(.Call(c_export, handle_of(model), one_text(target, "target"), list(...)))
  if (!is.null(file)) return(write_bytes(code, file))
  if (target == "onnx") code else `Encoding<-`(rawToChar(code), "UTF-8")
}

write_bytes <- function(bytes, file) {
  no <- function(problem) {
    refuse("failed", sprintf("%s: cannot be written (%s)", file, conditionMessage(problem)))
  }
  tryCatch(writeBin(bytes, path.expand(one_text(file, "file"))), error = no, warning = no)
  invisible(file)
}

calibrant_version <- function() .Call(c_version)

calibration_methods <- function() {
  known <- .Call(c_methods)$methods
  options <- function(one, which) paste(unlist(one[[which]]), collapse = ", ")
  data.frame(method = vapply(known, `[[`, "", "name"),
             classes = vapply(known, `[[`, "", "classes"),
             options = vapply(known, options, "", "options"),
             class_options = vapply(known, options, "", "class_options"),
             summary = vapply(known, `[[`, "", "summary"))
}

calibration_options <- function() {
  known <- .Call(c_methods)$options
  data.frame(option = vapply(known, `[[`, "", "name"),
             default = vapply(known, function(one) as.character(one$default), ""),
             help = vapply(known, `[[`, "", "help"))
}

band_words <- function(model) {
  if (is.na(model$level)) "no band" else sprintf("a %g %% credible band", 100 * model$level)
}

what_it_is <- function(model) {
  if (is_several(model)) return(sprintf("%d classes (%s)", length(model$classes),
                                        listed(model$classes)))
  sprintf("two classes (%s is positive)", model$classes[2])
}

print.calibrant <- function(x, ...) {
  cat("Calibration by ", x$method, ": ", what_it_is(x), ", ", band_words(x), "\n", sep = "")
  if (!is.null(x$rows)) cat("Fitted to ", counts_words(x), "\n", sep = "")
  invisible(x)
}

counts_words <- function(model) {
  shares <- paste(format(model$counts, trim = TRUE, big.mark = ","), names(model$counts))
  if (length(shares) > 6) shares <- c(shares[1:6], "...")
  sprintf("%s rows: %s", format(model$rows, big.mark = ","), paste(shares, collapse = ", "))
}

summary.calibrant <- function(object, ...) {
  structure(class = "summary.calibrant",
            list(model = object, description = checked(.Call(c_describe, handle_of(object)))))
}

print.summary.calibrant <- function(x, ...) {
  if (!is.null(x$model$call)) {
    cat("Call: ", paste(deparse(x$model$call), collapse = "\n      "), "\n", sep = "")
  }
  print(x$model)
  if (nzchar(x$description)) cat(strwrap(x$description), sep = "\n")
  invisible(x)
}
