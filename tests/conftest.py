"""Settings that all tests share."""

from __future__ import annotations

import os

from hypothesis import settings

from build_tools.paths import CACHE

# No deadline: a shared machine is sometimes slow. Where changes are judged, the same examples every time.
settings.register_profile("hindsight", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("hindsight")

# What is solved is kept in the checkout, for every worker and every later run: what the user keeps at home is neither
# read nor written. Set before any test module is imported.
os.environ["XDG_CACHE_HOME"] = str(CACHE / "tests")
