"""Run the tests: python -m KubaGameTester, in the folder with your KubaGame.py."""

import unittest

if __name__ == "__main__":
    unittest.main(module="KubaGameTester")
