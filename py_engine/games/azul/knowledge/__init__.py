"""What positions are worth: the learnt values and the hand-made one."""
