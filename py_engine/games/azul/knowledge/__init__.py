"""Position values, learnt and hand-written; the grade bands; the search's measured error."""
