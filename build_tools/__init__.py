"""Tools that build, serve and check the site. Most run as ``python -m build_tools.<name>``."""
