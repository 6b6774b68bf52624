"""Makes the modules of ../deepfield importable; import this before them."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent.parent / "deepfield"))
