"""What the commands that measure pages are made of: a page's form as a browser has it, and the loop of a round at the desk."""
