"""Reports: what a seat is told, as plain data and as text."""
