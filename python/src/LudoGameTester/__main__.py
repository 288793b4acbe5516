"""Run the tests: python -m LudoGameTester, in the folder with your LudoGame.py."""

import unittest

if __name__ == "__main__":
    unittest.main(module="LudoGameTester")
