"""Makes inst/extdata/thyroid.csv, the data of the vignette and of the examples.

usage: make_data.py SICK.CSV

The rows are those of "sick" in UCI's Thyroid Disease data (Quinlan 1987, CC BY 4.0), with the
measurements that a laboratory gives. An empty field is missing. An age above 120 is one, too.
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path

COLUMNS = ["age", "sex", "TSH", "T3", "TT4", "T4U", "FTI"]


def main() -> None:
    target = Path(__file__).parent / "inst" / "extdata" / "thyroid.csv"
    target.parent.mkdir(parents=True, exist_ok=True)
    with Path(sys.argv[1]).open(newline="") as source, target.open("w", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow([*COLUMNS, "state"])
        for row in csv.DictReader(source):
            if row["age"] and float(row["age"]) > 120:
                row["age"] = ""
            state = "sick" if row["label"] == "1" else "well"
            writer.writerow([*(row[name] for name in COLUMNS), state])


if __name__ == "__main__":
    main()
