"""From text to moves: clean what mail clients did, parse with the grammar of the game, look names up."""
