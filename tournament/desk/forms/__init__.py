"""The forms of the desk, a module for each subject: they check what was typed and save nothing."""
