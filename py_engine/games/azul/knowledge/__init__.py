"""What positions are worth: the learnt values and the hand-made one; grades and the error of the search."""
