"""The replay of a game log by the rules: findings, final cash and the positions on the way."""
