"""Tells what a program written after the texts gets wrong.

`check` plays a `LudoGame.py` or `KubaGame.py` beside the rules, in a process of its own, and
gives a report: each finding with the rule, and the smallest game that shows it. The command is
`parlor-check`; docs/check.md tells the rest. It needs the extra `parlor-games[check]`.
"""

from parlor.check.checker import check
from parlor.check.finding import Finding
from parlor.check.order import Order, Strictness
from parlor.check.report import Report

__all__ = ["Finding", "Order", "Report", "Strictness", "check"]
