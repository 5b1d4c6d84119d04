"""How choices compare, a whole replay reviewed, questions."""
