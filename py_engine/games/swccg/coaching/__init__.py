"""How choices compare in sentences, a whole replay reviewed, the other questions that are answered."""
