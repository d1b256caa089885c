"""Tables on paper: those that flow over pages, a listing as one, and columns of them side by side."""
