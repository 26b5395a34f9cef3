"""The game file: one YAML file that holds a game, its log, its position and, sealed, its secrets."""
