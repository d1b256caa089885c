"""The director's pages: what was typed, lists, pages by noun, and the frame around them."""
