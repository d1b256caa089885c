"""How somebody gets in: by a link or a code from somebody else, or by a press at the machine itself."""
