"""The director's pages: their forms, lists and views, and the frame around every page."""
