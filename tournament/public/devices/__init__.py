"""The pages for phones that speak for a table or a player; they are never cached, and public pages do not link to them."""
