"""What every game shares: moves, decisions, events, problems, chance and the engine. Knows no game."""
