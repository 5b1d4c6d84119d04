"""How results are written: tables, files, pictures, and the reference values beside them."""
