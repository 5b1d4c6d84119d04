"""The laboratory: precompute and tournaments, native only. Nothing the browser runs imports it."""

import os

# Work is spread over processes; threads of each one's matrix products would only wait for one another. numpy reads this
# when it is first imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
