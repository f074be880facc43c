"""What users hold their numbers in, as the arrays that the library reads.

Contiguous float64 arrays pass through uncopied. Everything else that NumPy understands is
converted once: lists, float32, integers, pandas, polars and Arrow columns.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

Doubles = npt.NDArray[np.float64]
Labels = npt.NDArray[np.uint8]


def is_sparse(values: object) -> bool:
    """A SciPy sparse matrix or array, without importing SciPy."""
    return hasattr(values, "tocsr") and hasattr(values, "nnz")


def to_numpy(values: object, name: str) -> npt.NDArray[Any]:
    """An array with the values; NumPy arrays are returned as they are."""
    if is_sparse(values):
        raise TypeError(
            f"{name}: a sparse matrix cannot be used (a dense array was expected: "
            f"use .toarray(), dense data is required)"
        )
    if isinstance(values, np.ma.MaskedArray) and np.ma.is_masked(values):
        row = int(np.argwhere(np.ma.getmaskarray(values))[0][0])
        raise ValueError(f"{name}[{row}]: is masked (leave such rows out)")
    array = np.asarray(values)
    if array.dtype.kind == "V":
        raise TypeError(f"{name}: a structured array cannot be used (choose one of its fields)")
    return array


def doubles(values: object, name: str) -> Doubles:
    """Real numbers as contiguous float64, of whatever shape; what is masked is NaN."""
    if isinstance(values, np.ma.MaskedArray) and values.dtype.kind in "fiub":
        values = np.ma.filled(values.astype(np.float64), np.nan)
    array = to_numpy(values, name)
    if array.dtype == np.float64:
        return np.ascontiguousarray(array) if array.ndim else array
    if array.dtype.kind == "c":
        raise ValueError(f"{name}: Complex data not supported")
    if array.dtype.kind == "m" or array.dtype.kind == "M":
        raise TypeError(f"{name}: dates are not numbers")
    try:
        return np.ascontiguousarray(array, dtype=np.float64)
    except OverflowError:
        raise ValueError(f"{name}: a number is too large for a float") from None
    except (TypeError, ValueError) as problem:
        # A type error if the values are no numbers at all, as NumPy and scikit-learn have it.
        kind = TypeError if isinstance(problem, TypeError) else ValueError
        raise kind(f"{name}: not numbers ({problem})") from None


def check_finite(array: Doubles, name: str) -> None:
    """One pass over the sum finds most bad values; the second names the first of them."""
    with np.errstate(over="ignore", invalid="ignore"):
        if np.isfinite(array.sum()):
            return
    bad = ~np.isfinite(array)
    if bad.any():
        place = tuple(int(i) for i in np.argwhere(bad)[0])
        where = ", ".join(map(str, place))
        value = "NaN" if np.isnan(array[place]) else "infinity (inf)"
        raise ValueError(f"{name}[{where}]: {value} is not a finite number")


def any_scores(values: object) -> Doubles:
    """One column of scores, which may be NaN: a curve gives NaN for them."""
    return column(values, "scores")


def column(values: object, name: str) -> Doubles:
    """One number per row: a vector, or a table of one column."""
    array = doubles(values, name)
    if array.ndim == 2 and array.shape[1] == 1:
        return np.ascontiguousarray(array[:, 0])
    if array.ndim != 1:
        raise ValueError(
            f"{name}: has {array.ndim} dimensions and shape {array.shape} (one number per row "
            f"was expected: reshape your data)"
        )
    return array


def positive_scores(
    values: object, name: str = "X", *, finite: bool = True, column_of_two: int = 1
) -> Doubles:
    """Scores of the positive class: a vector, one column, or both columns of predict_proba.

    ``finite=False``: whether the numbers of a vector are finite is left to the caller.
    ``column_of_two``: which column of predict_proba is that of the positive class.
    """
    array = doubles(values, name)
    if finite or array.ndim != 1:
        check_finite(array, name)
    if array.ndim == 2 and array.shape[1] == 0:
        raise ValueError(
            f"{name}: Found array with 0 feature(s) (shape={array.shape}) while a minimum of 1 is "
            f"required."
        )
    if array.ndim == 2 and array.shape[1] == 2:
        off = np.abs(array.sum(axis=1) - 1) > 1e-6
        if off.any():
            row = int(np.argmax(off))
            raise ValueError(
                f"{name}[{row}]: the two columns add up to {float(array[row].sum()):.6g} (1 was "
                f"expected: predict_proba of a classifier with two classes)"
            )
        return np.ascontiguousarray(array[:, column_of_two])
    if array.ndim == 2 and array.shape[1] > 2:
        raise ValueError(
            f"{name}: has {array.shape[1]} columns (one score per row, or the two columns of "
            f"predict_proba, were expected)"
        )
    return column(array, name)


def class_matrix(values: object, name: str, columns: int | None = None) -> Doubles:
    """A column of scores for each class. The numbers may be NaN."""
    array = doubles(values, name)
    if array.ndim != 2 or array.shape[1] < 2 or columns not in (None, array.shape[1]):
        each = "each class" if columns is None else f"each of {columns} classes"
        raise ValueError(f"{name}: has shape {array.shape} (a column for {each} was expected)")
    return array


def check_finite_cells(matrix: Doubles, name: str, classes: npt.NDArray[Any]) -> None:
    """Names the row and the class of the first cell that is not finite."""
    try:
        check_finite(matrix, name)
    except ValueError:
        row, place = (int(i) for i in np.argwhere(~np.isfinite(matrix))[0])
        value = "NaN" if np.isnan(matrix[row, place]) else "infinity (inf)"
        raise ValueError(
            f"{name}[{row}]: class {_listed(classes[[place]])}: {value} is not a finite number"
        ) from None


def class_codes(
    values: object, scores: Doubles, name: str, scores_name: str
) -> tuple[npt.NDArray[Any], npt.NDArray[np.uint32]]:
    """The classes in the order of the columns, which is that of the sorted labels, and the place of
    each label among them."""
    classes, array = classes_of(values, name)
    columns = scores.shape[1]
    if len(classes) != columns:
        check_finite(scores, scores_name)  # the plainer mistake
        raise ValueError(
            f"{name}: has {len(classes)} classes, {_listed(classes)} ({scores_name} has {columns} "
            f"columns; a column of scores for each class was expected, and CalibratedClassifier "
            f"takes features)"
        )
    if classes.dtype.kind in "iu" and int(classes[-1]) - int(classes[0]) == columns - 1:
        return classes, _above(array, classes[0]).astype(np.uint32)  # a run of numbers
    return classes, np.searchsorted(classes, array).astype(np.uint32)


def weights(values: object, rows: int, name: str = "sample_weight") -> Doubles | None:
    """Weights as frequencies; none, if there are none."""
    if values is None:
        return None
    array = doubles(values, name)
    if array.ndim == 0:
        array = np.full(rows, float(array))
    if array.ndim != 1:
        raise ValueError(f"{name}: Sample weights must be 1D array or scalar")
    if len(array) != rows:
        raise ValueError(
            f"{name}.shape == {array.shape}, expected ({rows},)! There are {rows} rows"
        )
    check_finite(array, name)
    return array


def classes_of(values: object, name: str = "y") -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """The distinct labels in order, and the labels as an array."""
    array = to_numpy(values, name)
    if array.ndim == 2 and array.shape[1] == 1:
        array = array[:, 0]
    if array.ndim != 1:
        raise ValueError(f"{name}: has shape {array.shape} (one label per row was expected)")
    if array.dtype.kind == "f":
        check_finite(array.astype(np.float64, copy=False), name)
    if _only_zero_and_one(array):
        return np.array([0, 1], dtype=array.dtype), array
    if array.dtype.kind in "iu":
        least = array.min()
        if int(array.max()) - int(least) < len(array):  # counting is faster than sorting
            seen = np.bincount(_above(array, least))
            return np.flatnonzero(seen).astype(array.dtype) + least, array
    try:
        return np.unique(array), array
    except TypeError:
        raise TypeError(f"{name}: labels of different types cannot be compared") from None


def codes_of(values: object, classes: npt.NDArray[Any], name: str = "y") -> npt.NDArray[np.uint32]:
    """The place of each label among classes that are known, in any order."""
    array = classes_of(values, name)[1]
    codes = np.full(len(array), len(classes), dtype=np.uint32)
    for place, label in enumerate(classes.tolist()):
        codes[array == label] = place
    unknown = codes == len(classes)
    if unknown.any():
        raise ValueError(
            f"{name}[{int(np.argmax(unknown))}]: {array[unknown].tolist()[0]!r} is not one of the "
            f"labels of the fit, {_listed(classes)}"
        )
    return codes


def _above(array: npt.NDArray[Any], least: Any) -> npt.NDArray[np.int64]:
    """How far integers are above the least of them."""
    above: npt.NDArray[np.int64] = np.subtract(array, least, dtype=np.int64, casting="unsafe")
    return above


def _only_zero_and_one(array: npt.NDArray[Any]) -> bool:
    if array.dtype.kind in "iu":  # the ends say all
        return not len(array) or bool(array.min() >= 0 and array.max() <= 1)
    if array.dtype.kind == "f":
        return bool(((array == 0) | (array == 1)).all())
    return array.dtype.kind == "b"


def _has_larger_first(values: object, classes: npt.NDArray[Any]) -> bool:
    """Do ordered categories, such as pandas has, put the second of two classes first?"""
    dtype = getattr(values, "dtype", None)
    if not getattr(dtype, "ordered", False):
        return False
    places = {category: place for place, category in enumerate(dtype.categories)}  # type: ignore[union-attr]
    first, second = (places.get(one) for one in classes.tolist())
    return first is not None and second is not None and second < first


def _listed(classes: npt.NDArray[Any]) -> str:
    shown = ", ".join(repr(c.item() if hasattr(c, "item") else c) for c in classes[:4])
    return shown + (", …" if len(classes) > 4 else "")


def place_of_label(pos_label: object, classes: npt.NDArray[Any]) -> int:
    """Which of two classes is positive: the one that is asked for, or the second."""
    if pos_label is None:
        return 1
    for place, label in enumerate(classes.tolist()):
        if label == pos_label:
            return place
    raise ValueError(f"pos_label: no label is {pos_label!r} (the labels are {_listed(classes)})")


def check_no_pos_label(pos_label: object) -> None:
    """Of several classes none is the positive one."""
    if pos_label is not None:
        raise ValueError("pos_label: is for two classes")


def positive_column(classes: npt.NDArray[Any]) -> int:
    """Which column of predict_proba is the positive class, the second of ``classes``.

    The columns stand in the order of the sorted labels.
    """
    return 0 if classes[0] > classes[1] else 1


def binary_labels(
    values: object, name: str = "y", scores: object = None, pos_label: object = None
) -> tuple[npt.NDArray[Any], Labels]:
    """The two classes, of which the second is positive, and the labels as 0 and 1.

    The positive one is ``pos_label``, or the larger of the two. Of ordered categories the larger
    is the later one. The two columns of predict_proba stand in the order of the sorted labels, so
    such scores do not go with categories in another order.
    """
    classes, array = classes_of(values, name)
    if len(classes) != 2:
        raise ValueError(
            f"{name}: has {len(classes)} distinct labels, {_listed(classes)} "
            f"(0 and 1, or two labels of any kind, were expected)"
        )
    if pos_label is not None:
        place = place_of_label(pos_label, classes)
        classes = classes[[1 - place, place]]
    elif _has_larger_first(values, classes):
        if np.ndim(scores) == 2 and np.shape(scores)[1] == 2:  # type: ignore[arg-type, call-overload]
            raise ValueError(
                f"{name}: the categories are ordered {classes[1]} < {classes[0]}, but the columns "
                f"of predict_proba {classes[0]}, {classes[1]} (give one column: the scores of "
                f"{classes[0]})"
            )
        classes = classes[::-1]
    if array.dtype.kind == "b" and classes[1]:
        return classes, np.ascontiguousarray(array).view(np.uint8)
    if array.dtype == np.uint8 and classes[1] == 1 and classes[0] == 0:
        return classes, np.ascontiguousarray(array)
    return classes, np.ascontiguousarray(array == classes[1]).view(np.uint8)


def same_length(a: npt.NDArray[Any], b: npt.NDArray[Any], a_name: str, b_name: str) -> None:
    if len(a) != len(b):
        raise ValueError(
            f"{b_name}: Found input variables with inconsistent numbers of samples: {a_name} has "
            f"{len(a)} rows, {b_name} {len(b)}"
        )
    check_not_empty(a, a_name)


def check_not_empty(array: npt.NDArray[Any], name: str) -> None:
    if len(array) == 0:
        raise ValueError(f"{name}: Found array with 0 sample(s) (at least one was expected)")
