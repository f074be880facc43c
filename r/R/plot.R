# Diagrams with base graphics.

# Neighbouring rows in bins of equal weight, ties together: ten, or twenty from 2,000 rows on. The
# intervals are exact binomial ones.
mass_bins <- function(scores, codes, weights, level = 0.95) {
  order <- order(scores)
  scores <- scores[order]
  codes <- codes[order]
  weights <- weights[order]
  total <- sum(weights)
  if (!is.finite(total) || total <= 0) return(NULL)
  count <- if (total >= 2000) 20 else 10
  group <- match(scores, unique(scores))
  size <- as.vector(rowsum(weights, group))
  bin <- pmin(floor(count * (cumsum(size) - size / 2) / total), count - 1)[group]
  sums <- rowsum(cbind(weights, weights * scores, weights * codes), bin)
  sums <- sums[sums[, 1] > 0, , drop = FALSE]
  positives <- sums[, 3]
  negatives <- sums[, 1] - positives
  tail <- (1 - level) / 2
  data.frame(weight = sums[, 1], mean = sums[, 2] / sums[, 1], observed = positives / sums[, 1],
             lower = ifelse(positives < 1, 0, qbeta(tail, positives, negatives + 1)),
             upper = ifelse(negatives < 1, 1, qbeta(1 - tail, positives + 1, negatives)),
             row.names = NULL)
}

band_colour <- "#2b6cb0"
off_colour <- "#c05621"

draw_band <- function(x, lower, upper, colour) {
  polygon(c(x, rev(x)), c(lower, rev(upper)), col = adjustcolor(colour, 0.2), border = NA)
}

draw_bins <- function(bins, colour) {
  segments(bins$mean, bins$lower, bins$mean, bins$upper, col = colour)
  points(bins$mean, bins$observed, pch = 16, col = colour)
}

plot.calibrant <- function(x, from = NULL, to = NULL, xlab = "score", ylab = NULL, main = NULL,
                           col = band_colour, ...) {
  if (x$kind != "curve") {
    refuse("bad_argument", sprintf("x: %s is no curve of one score (plot an evaluation instead)", x$method))
  }
  ends <- curve_ends(x, from, to)
  places <- seq(ends[1], ends[2], length.out = 400)
  pointer <- handle_of(x)
  heights <- checked(.Call(c_apply, pointer, places, NULL, NULL))
  if (is.null(ylab)) ylab <- sprintf("probability of %s", x$classes[2])
  if (is.null(main)) main <- sprintf("Calibration by %s", x$method)
  plot(NA, xlim = ends, ylim = c(0, 1), xlab = xlab, ylab = ylab, main = main, las = 1, ...)
  if (!is.na(x$level)) {
    bounds <- checked(.Call(c_interval, pointer, places))
    draw_band(places, bounds[[1]], bounds[[2]], col)
  }
  if (ends[1] >= 0 && ends[2] <= 1) abline(0, 1, lty = 3, col = "grey40")
  lines(places, heights, col = col, lwd = 2)
  if (!is.null(x$bins)) draw_bins(x$bins, "grey25")
  band <- if (!is.na(x$level)) sprintf("%g %% band, ", 100 * x$level)
  bins <- if (!is.null(x$bins)) "points: bins of equally many rows, 95 % intervals"
  mtext(paste0(band, bins), 3, 0.3, cex = 0.8)
  invisible(data.frame(score = places, prob = heights))
}

# Where 99 % of the rows of the fit lie; a model from a file does not say, and shows probabilities.
curve_ends <- function(model, from, to) {
  known <- if (!is.null(model$range)) model$range else c(0, 1)
  ends <- c(if (is.null(from)) known[1] else from, if (is.null(to)) known[2] else to)
  if (!all(is.finite(ends)) || ends[1] > ends[2]) bad_option("from: is not below to")
  if (ends[1] == ends[2]) ends + c(-0.5, 0.5) else ends
}

plot.calibrant_evaluation <- function(x, which = NULL, main = NULL, col = band_colour,
                                      band = TRUE, ...) {
  rows <- x$rows
  if (is.null(rows$names)) {
    title <- if (is.null(main)) "Reliability" else main
    reliability_diagram(rows$scores, rows$codes, rows$weights, x$numbers$verdict, title,
                        x$numbers$level, col, band, sprintf("observed share of %s", rows$classes[2]), ...)
    mtext(verdict_words(x$numbers$verdict), 3, 0.3, cex = 0.8)
    return(invisible(data_rows(x$numbers$verdict$bins)))
  }
  shown <- if (is.null(which)) c("top label", rows$names) else as.character(which)
  unknown <- setdiff(shown, c("top label", rows$names))
  if (length(unknown) > 0) bad_option("which: no class is %s", listed(unknown))
  if (length(shown) > 1) {
    old <- par(mfrow = n2mfrow(length(shown)), mar = c(4, 4, 2.5, 1))
    on.exit(par(old))
  }
  for (one in shown) draw_class(x, one, col, band, ...)
  invisible(x)
}

draw_class <- function(x, one, col, band, ...) {
  rows <- x$rows
  if (one == "top label") {
    best <- max.col(rows$scores, ties.method = "first")
    scores <- rows$scores[cbind(seq_along(best), best)]
    codes <- as.integer(best == rows$codes + 1L)
    verdict <- x$numbers$top_label
    share <- "share of right top labels"
  } else {
    place <- match(one, rows$names)
    scores <- as.vector(rows$scores[, place])
    codes <- as.integer(rows$codes == place - 1L)
    finding <- checked(.Call(c_evaluate, list(bootstrap = 0), scores, codes, rows$weights, NULL,
                             NULL, NULL))
    verdict <- .Call(c_parse, .Call(c_finding_text, finding, "json", NULL, NULL))$verdict
    share <- sprintf("observed share of %s", one)
  }
  reliability_diagram(scores, codes, rows$weights, verdict, one, x$numbers$level, col, band, share, ...)
}

# Bins of equally many rows with exact intervals, and the band of ABB on the probabilities.
reliability_diagram <- function(scores, codes, weights, verdict, main, level, col, band, ylab, ...) {
  old <- par(pty = "s")
  on.exit(par(old))
  plot(NA, xlim = c(0, 1), ylim = c(0, 1), xlab = "predicted probability", ylab = ylab,
       main = main, las = 1, ...)
  if (band) {
    pointer <- checked(.Call(c_fit, "abb", list(level = level), scores, codes, weights, NULL))
    places <- sort(unique(c(seq(min(scores), max(scores), length.out = 100),
                            quantile(scores, (0:100) / 100, names = FALSE))))
    bounds <- checked(.Call(c_interval, pointer, places))
    draw_band(places, bounds[[1]], bounds[[2]], col)
    lines(places, checked(.Call(c_apply, pointer, places, NULL, NULL)), col = col, lwd = 2)
  }
  abline(0, 1, lty = 3, col = "grey40")
  bins <- data_rows(verdict$bins)
  names(bins)[names(bins) == "mean_probability"] <- "mean"
  draw_bins(bins, ifelse(bins$off, off_colour, "grey25"))
  bars <- histogram_heights(scores, weights)
  rect(bars$left, 0, bars$right, bars$height, col = adjustcolor("grey40", 0.35), border = NA)
  if (any(bins$off)) {
    legend("topleft", "off by more than chance", pch = 16, col = off_colour, bty = "n", cex = 0.8)
  }
}

# Low bars along the axis tell where the rows are.
histogram_heights <- function(scores, weights, count = 40, tallest = 0.12) {
  if (is.null(weights)) weights <- rep(1, length(scores))
  place <- factor(pmin(floor(scores * count), count - 1), 0:(count - 1))
  mass <- as.vector(tapply(weights, place, sum, default = 0))
  data.frame(left = (seq_len(count) - 1) / count, right = seq_len(count) / count,
             height = tallest * mass / max(mass))
}

verdict_words <- function(verdict) {
  if (isTRUE(verdict$off)) sprintf("off by more than chance (p = %.2g)", verdict$p)
  else if (isTRUE(verdict$few_rows)) "too few rows to tell"
  else "no sign that the probabilities are off"
}
