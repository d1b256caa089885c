"""The forms of the public pages, and the words in which every form complains."""
