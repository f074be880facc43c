"""Writes a pickle that every later release must load: python make_pickles.py"""

import pickle
import platform
from pathlib import Path

import numpy as np

import calibrant

rng = np.random.default_rng(7)
scores = rng.random(60)
curve = calibrant.fit(scores, rng.random(60) < scores, method="abb", level=0.9)
content = {"curve": curve, "scores": scores.tolist(), "probabilities": curve(scores).tolist()}
python = "".join(platform.python_version_tuple()[:2])
name = f"abb-{calibrant.__version__}-python{python}.pkl"
(Path(__file__).parent / name).write_bytes(pickle.dumps(content, protocol=4))
