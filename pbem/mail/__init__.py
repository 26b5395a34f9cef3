"""Play by mail: a pure gateway between mails and game files; only `transport` touches the network."""
