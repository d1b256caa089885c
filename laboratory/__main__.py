"""The command line of what measures: ``python -m laboratory bench|errors|check-core|bench-core|strength|learn``."""

import sys

from laboratory.commands import main

sys.exit(main(sys.argv[1:]))
