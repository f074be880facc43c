# Runs the R of docs/guide/r.md and of README, in order and in an empty folder.
# usage: Rscript r/check_guide.R LIBRARY SOURCES
arguments <- commandArgs(TRUE)
library(calibrant, lib.loc = normalizePath(arguments[1]))
sources <- normalizePath(arguments[2])
setwd(tempdir())
pdf(NULL)

blocks <- function(page) {
  lines <- readLines(file.path(sources, page), encoding = "UTF-8")
  begins <- which(lines == "```r")
  ends <- which(lines == "```")
  lapply(begins, function(begin) lines[(begin + 1):(min(ends[ends > begin]) - 1)])
}

example <- readLines(file.path(sources, "python/calibrant/example.csv"))
writeLines(example[1:2001], "calibration.csv")
found <- c(blocks("docs/guide/r.md"), blocks("README.md"))
stopifnot(length(found) >= 3)
for (block in found) {
  eval(parse(text = block), envir = globalenv())
  if (exists("thyroid")) test <- thyroid # what the second block takes for granted
}
