"""Settings that all tests share."""

from __future__ import annotations

import os

from hypothesis import settings

# No deadline: a shared machine is sometimes slow. Where changes are judged, the same examples every time.
settings.register_profile("hindsight", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("hindsight")
