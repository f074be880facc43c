# Errors and warnings. The sentences are the library's, and places are counted from 1, as in R.

statuses <- c("bad_argument", "bad_input", "bad_option", "bad_model", "failed", "out_of_memory",
              "internal")

# scores[0] of the library is scores[1] of R, and the column 0 of a row is the column 1.
counted_from_one <- function(message) {
  place <- "^([a-z_ ]+\\[)([0-9]+)(\\](?:: column )?)([0-9]*)(.*)$"
  found <- regmatches(message, regexec(place, message, perl = TRUE))[[1]]
  if (length(found) == 0) return(message)
  next_one <- function(digits) if (digits == "") "" else sprintf("%.0f", as.numeric(digits) + 1)
  paste0(found[2], next_one(found[3]), found[4], next_one(found[5]), found[6])
}

refuse <- function(kind, message) {
  classes <- c(paste0("calibrant_", kind), "calibrant_error", "error", "condition")
  stop(structure(class = classes, list(message = message, call = NULL)))
}

# What the library gave, or an error with its sentence.
checked <- function(result) {
  if (!inherits(result, "calibrant_failure")) return(result)
  refuse(statuses[attr(result, "status")], counted_from_one(as.vector(result)))
}

bad_input <- function(...) refuse("bad_input", sprintf(...))
bad_option <- function(...) refuse("bad_option", sprintf(...))

warn_of <- function(sentences) {
  for (one in unlist(sentences)) {
    warning(structure(class = c("calibration_warning", "warning", "condition"),
                      list(message = one, call = NULL)))
  }
}
