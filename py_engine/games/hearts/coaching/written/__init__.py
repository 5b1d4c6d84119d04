"""The lines of games as text, and their readers, for ``coaching.notation``."""
