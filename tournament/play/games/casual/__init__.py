"""What only casual games know: a host who may be away, games that are left, invited to, played again, and removed once nobody uses them."""
