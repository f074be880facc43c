"""The packages that run exports, or the end of the script where one is missing; dialects that are only translated."""

import os
import sys

SKIPPED = 77
try:
    import duckdb
    import numpy as np
    import onnxruntime
    import sqlglot

    import mariadb
    import postgres
except ImportError as missing:
    print(f"skipped: no package index ({missing})")
    sys.exit(1 if os.environ.get("CI") == "true" else SKIPPED)

__all__ = ["DIALECTS", "SKIPPED", "duckdb", "mariadb", "np", "onnxruntime", "postgres", "sqlglot"]

# What sqlglot calls each dialect, and whether its engine has infinities and NaN.
DIALECTS = {
    "bigquery": ("bigquery", True),
    "snowflake": ("snowflake", True),
    "sqlserver": ("tsql", False),
    "mysql": ("mysql", False),
    "redshift": ("redshift", True),
}
