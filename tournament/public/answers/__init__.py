"""What applies to every answer: headers that are added to all of them, and the pages for errors."""
