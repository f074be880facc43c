// What help() shows of the models' methods, in the sections of NumPy's docstrings.
#pragma once

namespace calibrant::python {

inline constexpr const char* kCallCurve =
    R"(Turn scores into probabilities.

Parameters
----------
scores : float or array
    One score, or many.
prevalence : float or None, default=None
    The rate of positives where the probabilities are used. None is that of the fit.

Returns
-------
float or array
    As the scores are.
)";

inline constexpr const char* kInterval =
    R"(Give credible intervals.

Parameters
----------
scores : float or array
    One score, or many.
prevalence : float or None, default=None
    The rate of positives where the probabilities are used. None is that of the fit.

Returns
-------
tuple
    The lower and the upper end of one score, or two arrays.
)";

inline constexpr const char* kSimplify =
    R"(Thin the curve: fewer knots, nowhere off by more than the tolerance.

Parameters
----------
tolerance : float
    The largest error.

Returns
-------
Curve
    The thinner one.
)";

inline constexpr const char* kTabulate =
    R"(Replace the curve by a table of equal cells, which is read in constant time.

Parameters
----------
cells : int, default=1000
    How many there are.
low : float or None, default=None
    Where they begin. None is the smallest score of the fit.
high : float or None, default=None
    Where they end. None is the largest score of the fit.

Returns
-------
Curve
    The table.
)";

inline constexpr const char* kExportCurve =
    R"(Give the curve as code for a database, a C program, an ONNX runtime or Spark.

Parameters
----------
to : str
    "sql", "c", "onnx" or "spark".
column : str, default="score"
    The column of scores, or the input of ONNX.
name : str, default=""
    The new column, function or output. Empty is "calibrated".
interval : bool, default=False
    Whether to export the bounds of the credible interval, too.
dialect : str, default="duckdb"
    The dialect of SQL, such as "postgres" or "bigquery".
cells : str, default="probability"
    For Spark: "probability" for scores from 0 to 1, "margin" for any.
checked : bool, default=False
    For Spark: whether a score that cannot be used stops the query.
input : str, default="double"
    For ONNX: "double" or "float".
input_columns : int, default=0
    For ONNX: 0 for a vector, 1 or 2 for columns, of which the last has the scores.
logits : bool, default=False
    For ONNX: whether the input holds logits.

Returns
-------
str, or bytes of ONNX
    The code.
)";

inline constexpr const char* kCallAcp =
    R"(Turn predictions with intervals into probabilities.

Parameters
----------
scores : array
    The predictions.
lower : array
    The lower end of the interval of each.
upper : array
    The upper end of the interval of each.
prevalence : float or None, default=None
    The rate of positives where the probabilities are used. None is that of the fit.

Returns
-------
array
    One probability per prediction.
)";

inline constexpr const char* kCallClasses =
    R"(Turn rows of scores into probabilities, each row adding up to 1.

Parameters
----------
scores : array
    A row for each case, and a column for each class.

Returns
-------
array
    Shaped as the scores are.
)";

inline constexpr const char* kExportClasses =
    R"(Give all classes as code for a database, a C program or an ONNX runtime.

Parameters
----------
to : str
    "sql", "c" or "onnx".
columns : list or None, default=None
    The columns of scores. None is p_ and the name of each class.
name : str, default=""
    New columns begin with it, or the function or output has it. Empty is "calibrated".
dialect : str, default="duckdb"
    The dialect of SQL, such as "postgres" or "bigquery".
table : str, default="scores"
    What the query reads.
keep : list, default=[]
    Columns of the table that the result has, too.
column : str, default="score"
    The input of ONNX.
input : str, default="double"
    For ONNX: "double" or "float".
input_columns : int or None, default=None
    For ONNX: 0 or 1 for the second of two classes. None is all classes.
logits : bool, default=False
    For ONNX: whether the input holds logits.

Returns
-------
str, or bytes of ONNX
    The code.
)";

inline constexpr const char* kCallGroups =
    R"(Turn scores with their groups into probabilities.

Parameters
----------
scores : array
    One score per row.
groups : array or None, default=None
    The group of each score. Groups that are not known get the common curve.
prevalence : float, str or None, default=None
    The rate of positives where the probabilities are used. "auto" estimates it.

Returns
-------
array
    One probability per row.
)";

inline constexpr const char* kIntervalGroups =
    R"(Give credible intervals of scores with their groups.

Parameters
----------
scores : array
    One score per row.
groups : array or None, default=None
    The group of each score. Groups that are not known get the common curve.
prevalence : float, str or None, default=None
    As for the probabilities.

Returns
-------
tuple of two arrays
    The lower and the upper ends.
)";

inline constexpr const char* kExportGroups =
    R"(Give the curves of all groups as a query for a database or as columns for Spark.

Parameters
----------
to : str
    "sql" or "spark".
column : str, default="score"
    The column of scores, or the input of ONNX.
name : str, default=""
    The new column, function or output. Empty is "calibrated".
interval : bool, default=False
    Whether to export the bounds of the credible interval, too.
dialect : str, default="duckdb"
    The dialect of SQL, such as "postgres" or "bigquery".
cells : str, default="probability"
    For Spark: "probability" for scores from 0 to 1, "margin" for any.
checked : bool, default=False
    For Spark: whether a score that cannot be used stops the query.
group : str, default=""
    The column of groups. Empty is that of the fit.
table : str, default="scores"
    What the query reads.
keep : list, default=[]
    Columns of the table that the result has, too.

Returns
-------
str
    The code.
)";

inline constexpr const char* kSave =
    R"(Write the model file, whole or not at all.

Parameters
----------
path : str or path
    The name of the file.
)";

inline constexpr const char* kUpdate =
    R"(Fit a new model to the rows that this one keeps and to new ones, as calibrant.update does.

Parameters
----------
scores : array
    One score per row, or a column for each class.
labels : array
    One label per row.
weights : array or None, default=None
    Weights, which act as frequencies. None is 1 each.
**options : any
    forget, threads and verbose.

Returns
-------
model
    The new one. This one stays as it is.
)";

}  // namespace calibrant::python
