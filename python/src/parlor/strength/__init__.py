"""How strong players are: matches, ratings, sequential tests.

>>> import parlor
>>> result = parlor.match("greedy", "random", game="kuba", pairs=20, seed=1)
>>> result.games, result.score.low > 0.5
(40, True)
"""

from parlor.strength.matches import Player as Player, match
from parlor.strength.ratings import elo, sprt
from parlor.strength.results import Estimate, MatchResult, Simulation, Sprt

__all__ = ["Estimate", "MatchResult", "Simulation", "Sprt", "elo", "match", "sprt"]

for _public in (Estimate, MatchResult, Simulation, Sprt, elo, match, sprt):
    _public.__module__ = __name__
