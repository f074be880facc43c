"""How good are these probabilities? Measures of calibration and discrimination."""
