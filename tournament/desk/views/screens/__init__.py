"""What a hall looks at together: its screens, and the prize-giving."""
