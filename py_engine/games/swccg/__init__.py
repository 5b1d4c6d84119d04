"""SWCCG (Star Wars Customizable Card Game): explains the decisions of games recorded by the GEMP server."""
