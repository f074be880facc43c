"""Makes predictions.csv, the file of docs/guide/evaluate.md: 400 rows of three sites.

The score is overconfident everywhere. `calibrated` is right in the east and the west; in the north, positives
are rarer than it says.
"""
import math
import random

random.seed(20)
with open("predictions.csv", "w") as file:
    file.write("score,calibrated,label,site\n")
    for _ in range(400):
        site = random.choice(["east", "north", "west"])
        truth = random.random()
        calibrated = 1 / (1 + (1 - truth) / truth * math.exp(-1)) if site == "north" else truth
        odds = (calibrated / (1 - calibrated)) ** 2.5
        label = int(random.random() < truth)
        file.write(f"{odds / (1 + odds):.6f},{calibrated:.6f},{label},{site}\n")
