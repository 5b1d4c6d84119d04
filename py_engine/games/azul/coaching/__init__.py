"""Feedback sentences, the luck and skill account, and positions to practise on."""
