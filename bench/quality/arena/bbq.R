# BBQ (Naeini, Cooper & Hauskrecht 2015) as CalibratR has it, for bbq.py. Standard input holds
# commands: "fit" and lines of scores and labels, "apply" and a line of scores; answered by one line.
suppressMessages(library(CalibratR))
commands <- file("stdin", "r")
numbers <- function() as.numeric(strsplit(readLines(commands, 1), " ")[[1]])
model <- NULL
repeat {
  command <- readLines(commands, 1)
  if (length(command) == 0) break
  answer <- tryCatch({
    if (command == "fit") {
      scores <- numbers()
      labels <- numbers()
      model <- CalibratR:::build_BBQ(labels, scores)
      "done"
    } else {
      predicted <- CalibratR:::predict_BBQ(model, numbers(), 1)$predictions
      paste(format(predicted, digits = 17, trim = TRUE), collapse = " ")
    }
  }, error = function(e) paste("error", gsub("\n", " ", conditionMessage(e))))
  cat(answer, "\n", sep = "")
  flush(stdout())
}
