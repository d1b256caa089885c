"""What a table and its devices write that is no act of the event: calls and presses; and what the desk does about them."""
