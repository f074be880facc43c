"""The tables of docs/engineering/folds.md, from what measure.py wrote:

    python bench/quality/classifiers/table.py RESULTS.csv...

Problems in which a contestant failed are left out of its means, and counted.
"""

from __future__ import annotations

import sys

import pandas as pd

KEYS = ["data", "classifier", "rows", "split"]


def row(cells):
    return f"| {' | '.join(cells)} |"


def main():
    table = pd.concat([pd.read_csv(name) for name in sys.argv[1:]]).drop_duplicates(KEYS)
    names = [name for name in table if name not in KEYS]
    print(f"{len(table)} problems of {table['data'].nunique()} data sets\n")
    print(row(["log loss", *names]))
    print("|---|" + "--:|" * len(names))
    groups = {"all": table, **dict(list(table.groupby("classifier")))}
    groups["at most 300 rows"] = table[table["rows"] <= 300]
    groups["more rows"] = table[table["rows"] > 300]
    for words, part in groups.items():
        print(row([words, *(f"{value:.4f}" for value in part[names].mean())]))
    ranks = table[names].rank(axis=1, na_option="bottom").mean()
    print(row(["mean rank", *(f"{value:.2f}" for value in ranks)]))
    print(row(["failed", *(str(value) for value in table[names].isna().sum())]))
    lead = table["folds averaged"] - table["refitted"]
    print(f"\nrefitted is better in {100 * (lead > 0).mean():.0f} % of the problems, ", end="")
    by_set = lead.groupby(table["data"]).mean()
    print(f"and on average of {(by_set > 0).sum()} of {len(by_set)} data sets")
    print(by_set.sort_values().round(3).to_string())


if __name__ == "__main__":
    main()
