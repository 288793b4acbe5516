"""`python -m parlor.check`."""

import sys

from parlor.check.start import main

if __name__ == "__main__":
    sys.exit(main())
