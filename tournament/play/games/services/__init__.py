"""Services of games on devices: open one, take seats, act, agree to its end, watch it."""
