"""How true, steady and calibrated what a coach says is: graded moves against values from far more work."""
