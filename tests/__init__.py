"""Tests, in the folders of what they test.

What several folders need lies here: `application` makes an application of a test's own, `fakes` sees cards on a
photograph without looking, `photographs` composes photographs of our own cards. `tests/oracles` has scorers and
simulators of their own; `tests/webapp` and `tests/browser` have the players: see `pages` and `tables`, `table`.
"""
