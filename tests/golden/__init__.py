"""Golden games: logs that must go on replaying, and their reports byte for byte; any `*.log` put here is picked up."""
