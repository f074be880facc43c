"""Fits, loads and saves without scikit-learn: NumPy is all that is needed."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np

from calibrant import _arrays, _core, _groups
from calibrant._documentation import documented
from calibrant._methods import columns_are_classes
from calibrant._warnings import warn_of, warn_of_class_rows, warn_of_observations, warn_of_weights

Model = _core.Curve | _core.MulticlassModel | _core.AcpModel | _core.GroupedModel

if TYPE_CHECKING:
    # Arrays do not tell a type checker how many classes there are, nor does the name of a file what
    # is in it. It may use what any of these has.
    class EitherModel(_core.Curve, _core.MulticlassModel, _core.GroupedModel): ...  # type: ignore[misc]

    class AnyModel(EitherModel, _core.AcpModel): ...  # type: ignore[misc]
else:
    EitherModel = _core.Curve | _core.MulticlassModel | _core.GroupedModel
    AnyModel = Model


class How(NamedTuple):
    """What every fit takes and passes on."""

    threads: int = 0
    verbose: int = 0
    keep_observations: bool = False


PLAINLY = How()


@contextmanager
def progress_bar(verbose: int, words: str) -> Iterator[Callable[[float], None] | None]:
    """A tqdm bar for long fits, if asked for."""
    if not verbose:
        yield None
        return
    try:
        from tqdm.auto import tqdm
    except ImportError:
        raise ImportError("verbose=1 needs tqdm: pip install tqdm") from None
    shape = "{desc}: {percentage:3.0f}%|{bar}| {elapsed}"
    with tqdm(total=100, desc=words, bar_format=shape) as bar:

        def show(fraction: float) -> None:
            bar.update(100 * fraction - bar.n)

        yield show
        bar.update(100 - bar.n)


def fit_observations(
    observations: _core.Observations,
    method: str,
    options: dict[str, Any],
    how: How = PLAINLY,
) -> Any:
    """The curve, or ACP's model, of what was seen."""
    warn_of_observations(observations)
    with progress_bar(how.verbose, f"calibrant {method}") as progress:
        keep = how.keep_observations
        return _core.fit(observations, method, options, how.threads, progress, keep)


def fit_rows(
    scores: _arrays.Doubles,
    labels: _arrays.Labels,
    weights: _arrays.Doubles | None,
    method: str,
    options: dict[str, Any],
    how: How = PLAINLY,
) -> Any:
    """The curve, or ACP's model, of rows, which not every method has to sort."""
    with progress_bar(how.verbose, f"calibrant {method}") as progress:
        keep = how.keep_observations
        model, suspicions = _core.fit_rows(
            scores, labels, weights, method, options, how.threads, progress, keep
        )
    warn_of(suspicions)
    return model


def fit_groups(
    scores: _arrays.Doubles,
    labels: _arrays.Labels,
    weights: _arrays.Doubles | None,
    groups: object,
    method: str,
    options: dict[str, Any],
    how: How,
) -> _core.GroupedModel:
    """The model of rows with groups."""
    if how.keep_observations:
        raise _core.OptionError("keep_observations: a model with groups keeps no observations")
    codes, names = _groups.codes_of(groups, len(scores))
    called = getattr(groups, "name", None)
    by = called if isinstance(called, str) and called else "group"
    with progress_bar(how.verbose, f"calibrant {method}") as progress:
        model, suspicions = _core.fit_groups(
            scores, labels, weights, codes, names, by, method, options, how.threads, progress
        )
    warn_of(suspicions)
    return model


def curve_of(model: Model) -> _core.Curve:
    """The model, if it is a curve."""
    if not isinstance(model, _core.Curve):
        raise _core.OptionError("method: acp gives no curve")
    return model


def check_new(added: Sequence[str], columns: Sequence[str], option: str) -> None:
    """Columns that are added must not be there yet. Engines take upper and lower case as equal."""
    known = {column.casefold() for column in columns}
    for name in added:
        if name.casefold() in known:
            raise _core.OptionError(
                f"{option}: the rows have a column {name!r} already ({option} names another)"
            )


def class_names(classes: Any) -> list[str]:
    """Labels as the names that a model file holds; numbers where the labels make no names."""
    names = [str(label) for label in classes]
    if len(set(names)) < len(names) or "" in names:
        return [f"class {number}" for number in range(len(names))]
    return names


def fit_classes(
    scores: _arrays.Doubles,
    labels: object,
    weights: object,
    method: str,
    options: dict[str, Any],
    how: How,
    names: tuple[str, str, str] = ("scores", "labels", "weights"),
) -> tuple[Any, _core.MulticlassModel]:
    """The classes in the order of the columns, and the model of them all.

    ``names`` are those of the arguments, for messages.
    """
    classes, codes = _arrays.class_codes(labels, scores, names[1], names[0])
    _arrays.same_length(scores, codes, *names[:2])
    _arrays.check_finite_cells(scores, names[0], classes)
    given = _arrays.weights(weights, len(scores), names[2])
    return classes, fit_class_codes(scores, codes, given, classes, method, options, how)


def check_class_options(method: str, options: dict[str, Any]) -> None:
    """Throws what a fit of several classes would throw because of its options.

    A fit looks at them first, and here it has no rows.
    """
    no_rows = np.empty((0, 2)), np.empty(0, np.uint32), None
    with suppress(_core.InputError):
        _core.fit_class_rows(*no_rows, ["0", "1"], method, options)


def fit_class_codes(
    scores: _arrays.Doubles,
    codes: Any,
    weights: _arrays.Doubles | None,
    classes: Any,
    method: str,
    options: dict[str, Any],
    how: How = PLAINLY,
    every_class: bool = True,
) -> _core.MulticlassModel:
    """The model of rows that are checked. Codes are the places of their classes."""
    warn_of_weights(weights, codes)
    warn_of_class_rows(codes, weights, classes)
    rows = (scores, codes, weights, class_names(classes))
    with progress_bar(how.verbose, f"calibrant {method}") as progress:
        keep = how.keep_observations
        return _core.fit_class_rows(
            *rows, method, options, how.threads, progress, keep, every_class
        )


@documented(
    "Curve, MulticlassModel of a matrix with three or more columns, or GroupedModel with groups.",
    groups="array or None: the group of each row, such as a site. None is one curve for all.",
    scores="array: one score per row, the larger the more likely positive, or a column per class.",
    labels="array: one label per row.",
)
def fit(
    scores: object,
    labels: object,
    weights: object = None,
    *,
    groups: object = None,
    method: str = "auto",
    pos_label: object = None,
    threads: int = 0,
    verbose: int = 0,
    keep_observations: bool = False,
    **options: Any,
) -> EitherModel:
    """Fit a calibration curve, or a model of several classes.

    Scores are one number per row: any finite numbers, the larger the more likely positive; the two
    columns of ``predict_proba`` are accepted too. Labels are 0 and 1, or two labels of any kind. Of
    two labels ``pos_label`` is positive. If it is None, the larger one is (of ordered categories
    the later one).

    A matrix of three or more columns is one score per class, in the order of the sorted labels, and
    gives a model of several classes. Its rows are probabilities, if each adds up to 1, and
    otherwise logits or margins (``input`` says which).

    With ``groups`` there is one curve, and a correction for each group that is the smaller the
    fewer rows it has. ``model(scores, groups)`` applies both.

    Weights act as frequencies. Options are those of the method (``calibrant.methods`` lists them),
    and ``cells`` and ``tabulate``, which go with every curve. ``keep_observations`` keeps the
    counts of every score, or the rows of several classes, for ``update``. ``keep_rows`` keeps a
    sample of them.

    >>> import calibrant
    >>> curve = calibrant.fit([0.1, 0.2, 0.6, 0.9], [0, 0, 1, 1], method="platt")
    >>> round(curve(0.5), 3)
    0.547
    """
    array = _arrays.doubles(scores, "scores")
    how = How(threads, verbose, keep_observations)
    if columns_are_classes(array.shape, method):
        _arrays.check_no_pos_label(pos_label)
        if groups is not None:
            raise _core.OptionError("groups: are for two classes")
        several = fit_classes(array, labels, weights, method, options, how)
        return cast(EitherModel, several[1])
    classes, binary = _arrays.binary_labels(labels, "labels", array, pos_label)
    column = _arrays.positive_scores(
        array, "scores", column_of_two=_arrays.positive_column(classes)
    )
    _arrays.same_length(column, binary, "scores", "labels")
    given = _arrays.weights(weights, len(column), "weights")
    warn_of_weights(given, binary)
    if groups is not None:
        rows = (column, binary, given)
        return cast(EitherModel, fit_groups(*rows, groups, method, options, how))
    return cast(EitherModel, fit_rows(column, binary, given, method, options, how))


@documented("Curve: from scores to probabilities.", scores="array: the distinct scores.")
def fit_counts(
    scores: object,
    negatives: object,
    positives: object,
    *,
    method: str = "auto",
    threads: int = 0,
    verbose: int = 0,
    keep_observations: bool = False,
    **options: Any,
) -> _core.Curve:
    """Fit a curve to rows that are already counted: each score with its negatives and positives.

    >>> import calibrant
    >>> calibrant.fit_counts([0, 1], [8, 3], [2, 7], method="isotonic")([0, 1]).tolist()
    [0.2, 0.7]
    """
    seen = _core.observe_counts(
        _arrays.column(scores, "scores"),
        _arrays.column(negatives, "negatives"),
        _arrays.column(positives, "positives"),
    )
    how = How(threads, verbose, keep_observations)
    return cast(_core.Curve, fit_observations(seen, method, options, how))


def absorb_classes(
    model: _core.MulticlassModel,
    scores: _arrays.Doubles,
    codes: Any,
    weights: object,
    classes: Any,
    forget: float,
    *,
    names: tuple[str, str, str] = ("scores", "labels", "weights"),
    threads: int = 0,
    verbose: int = 0,
) -> _core.MulticlassModel:
    """The model of the rows that are kept and of those that are added."""
    matrix = _arrays.class_matrix(scores, names[0], len(classes))
    _arrays.same_length(matrix, codes, *names[:2])
    _arrays.check_finite_cells(matrix, names[0], classes)
    given = _arrays.weights(weights, len(matrix), names[2])
    with progress_bar(verbose, "calibrant update") as progress:
        return _core.update_class_rows(model, matrix, codes, given, forget, threads, progress)


def absorb(
    model: Model, added: list[_core.Observations], forget: float, threads: int, verbose: int
) -> Model:
    """The model of what is kept and what is added."""
    with progress_bar(verbose, "calibrant update") as progress:
        return _core.update(model, added, forget, threads, progress)


@documented(
    "Curve, MulticlassModel or AcpModel: the new model. The old one stays as it is.",
    model="model: fitted with ``keep_observations=True``, here or on the command line.",
    labels="array: 0 and 1, or of several classes the names that the model has.",
)
def update(
    model: Model,
    scores: object,
    labels: object,
    weights: object = None,
    *,
    forget: float = 1.0,
    threads: int = 0,
    verbose: int = 0,
) -> AnyModel:
    """Fit a new model, as the old one was fitted, to the rows that it keeps and to new ones.

    >>> import calibrant
    >>> model = calibrant.fit([0.1, 0.9], [0, 1], method="isotonic", keep_observations=True)
    >>> calibrant.update(model, [0.5], [1]).weight
    3.0
    """
    array = _arrays.doubles(scores, "scores")
    if isinstance(model, _core.GroupedModel):
        raise _core.Error("model: has groups, keeps no observations and takes no update")
    if isinstance(model, _core.MulticlassModel):
        names = np.array(model.names)
        codes = _arrays.codes_of(np.asarray(labels).astype(str), names, "labels")
        how: dict[str, Any] = {"threads": threads, "verbose": verbose}
        return cast(AnyModel, absorb_classes(model, array, codes, weights, names, forget, **how))
    column = _arrays.positive_scores(array, "scores")
    binary = _arrays.codes_of(labels, np.array([0, 1]), "labels").astype(np.uint8)
    _arrays.same_length(column, binary, "scores", "labels")
    given = _arrays.weights(weights, len(column), "weights")
    added = [_core.observe(column, binary, given)]
    return cast(AnyModel, absorb(model, added, forget, threads, verbose))


@documented("Curve, MulticlassModel, GroupedModel or AcpModel: what the file holds.")
def load(path: str | bytes | os.PathLike[str]) -> AnyModel:
    """Load a model file, written here or by the command line."""
    # A file that is missing or locked is an OSError, as everywhere in Python. Only a regular file
    # is opened here, because opening a pipe would wait for its writer.
    if stat.S_ISREG(os.stat(path).st_mode):
        open(path, "rb").close()
    return cast(AnyModel, _core.load(path))


@documented("None")
def save(model: Model, path: str | os.PathLike[str]) -> None:
    """Write a model file, whole or not at all: the command line reads it too."""
    model.save(Path(path))
