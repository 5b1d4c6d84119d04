"""Programs about how people play: rules of thumb, habits and their cost."""
