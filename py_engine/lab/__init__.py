"""The laboratory: precomputing tables, tournaments, tuning. Native only; nothing that the browser runs imports it."""

import os

# Work is spread over processes, so the BLAS threads of each would only compete. numpy reads this when first imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
