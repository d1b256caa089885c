"""Games as libraries: rules, logs and replays, without Django and usable alone."""
