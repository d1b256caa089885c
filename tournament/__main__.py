"""`python -m tournament`: the same as `top-table`."""

from __future__ import annotations

from tournament.cli import main

if __name__ == "__main__":
    main()
