"""Pages of games on devices: opening one, its board and hands, rulings, watching, and the protocol by POST."""
