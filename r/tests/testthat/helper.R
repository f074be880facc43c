# The files of golden/ are made by make_golden.py with the program calibrant. Processors differ in
# the last digits of a fit.
golden <- function(name) test_path("golden", name)
golden_rows <- function(name) read.csv(golden(name))
golden_json <- function(name) {
  .Call(calibrant:::c_parse, paste(readLines(golden(name), encoding = "UTF-8"), collapse = "\n"))
}
tolerance <- 1e-9

message_of <- function(code) {
  tryCatch({
    code
    "no error"
  }, error = function(problem) conditionMessage(problem))
}
