"""The laboratory: precompute and tournaments, native only. Nothing the browser runs imports it."""
