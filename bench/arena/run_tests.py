"""The arena's own tests, or exit code 77 (skipped) where a package they need is missing."""

import sys
from pathlib import Path

try:
    import pytest
    import scipy
    import sklearn
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

HERE = Path(__file__).resolve().parent
print(f"scipy {scipy.__version__}, scikit-learn {sklearn.__version__}")
sys.path.insert(0, str(HERE.parent))
sys.exit(
    pytest.main(["-q", "-p", "no:cacheprovider", "-c", str(HERE / "pyproject.toml"), str(HERE)])
)
