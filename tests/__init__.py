"""Tests, in folders like those of the code under test.

Shared helpers are here. `application` makes an application for one test. `fakes` has a recogniser that returns given
cards. `photographs` composes photographs of our own cards. `tests/oracles` has independent scorers and simulators. The
players are in `tests/webapp` (`pages`, `tables`) and `tests/browser` (`table`).
"""
