"""A game by itself, for newcomers and for tests: bots at a virtual table, under the real eye and the real referee."""
