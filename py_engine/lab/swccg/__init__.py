"""SWCCG's laboratory: agreement with recorded answers, sensitivity of picks to the weights, and fitted weights."""
