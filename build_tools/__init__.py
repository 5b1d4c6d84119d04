"""Tools that build, serve and check the site. Each module runs as ``python -m build_tools.<name>``."""
