"""The classifiers whose scores are calibrated: scikit-learn's, with ordinary settings."""

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier
from sklearn.exceptions import ConvergenceWarning
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

from .tables import Array, Labels

MARGINS = "SVM margins"  # any real number; all others give probabilities

CLASSIFIERS: dict[str, Callable[[int], Any]] = {
    "logistic regression": lambda seed: LogisticRegression(max_iter=1000),
    "naive Bayes": lambda seed: GaussianNB(var_smoothing=1e-3),
    "random forest": lambda seed: RandomForestClassifier(100, random_state=seed),
    "gradient boosting": lambda seed: HistGradientBoostingClassifier(random_state=seed),
    MARGINS: lambda seed: SVC(),
    "neural network": lambda seed: MLPClassifier((32,), random_state=seed),
}


def train_and_score(
    classifier: Any, margins: bool, x: Array, y: Array | Labels, fresh: Array
) -> Array:
    """Scores of the fresh rows by a classifier trained on (x, y): a column for each class, or the
    margins, which for two classes are one column."""
    fill = SimpleImputer(strategy="median", keep_empty_features=True)
    model = make_pipeline(fill, StandardScaler(), classifier)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # as many users do
        model.fit(x, y)
    scores = model.decision_function(fresh) if margins else model.predict_proba(fresh)
    return np.asarray(scores, dtype=float)
