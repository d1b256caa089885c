"""What browser tests share: events to walk through, hands on grid and board, and the judge of accessibility."""
