"""SWCCG: decisions of games recorded by GEMP, explained."""
