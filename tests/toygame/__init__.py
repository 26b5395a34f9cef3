"""A small game in a package of its own, as somebody else would write one; see docs/add-a-game.md."""
