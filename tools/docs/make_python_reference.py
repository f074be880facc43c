"""Makes the reference of the Python package in a folder that is its argument.

Needs the installed package with all that it supports, and pdoc.
"""

from __future__ import annotations

import sys
import warnings
from pathlib import Path

import pdoc

import calibrant


def main() -> None:
    # The package imports estimators when they are asked for; pdoc looks at what is there.
    for name in calibrant.__all__:
        setattr(calibrant, name, getattr(calibrant, name))
    pdoc.render.configure(docformat="numpy")
    # Spark's own classes name types that are there for type checkers only, and so does what stands
    # in ours about them.
    warnings.filterwarnings("ignore", message=r".*annotation.* for (pyspark|calibrant.spark)\.")
    warnings.filterwarnings("ignore", message=r"Cannot determine where calibrant.spark\.")
    # Named tuples forget where the names in their annotations come from.
    warnings.filterwarnings("ignore", message=r".*annotation ForwardRef.*__init__")
    modules = ("calibrant", "calibrant.duckdb", "calibrant.spark")
    pdoc.pdoc(*modules, output_directory=Path(sys.argv[1]))


if __name__ == "__main__":
    main()
