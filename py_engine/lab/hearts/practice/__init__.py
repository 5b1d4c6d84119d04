"""Practice games of Hearts, and the playout policy that is learnt from them."""
