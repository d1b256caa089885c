"""Games as libraries, without Django and usable alone; `from games import acquire` brings the one there is."""
