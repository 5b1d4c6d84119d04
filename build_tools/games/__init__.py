"""Games in the build: the list of them, the examples, and the skeleton of a new one."""
