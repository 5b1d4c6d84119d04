"""SWCCG's laboratory: agreement with recorded answers, sensitivity and fits of the weights."""
