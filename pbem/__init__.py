"""Play-by-email and log adjudicator for board games."""

__version__ = "0.1.0"
