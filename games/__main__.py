"""The command line of the games library: ``python -m games replay|editions|convert|series|bots``."""

import sys

from games.commands import main

sys.exit(main(sys.argv[1:]))
