"""The examples in the docstrings of scoring run, all of them."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import scoring

MODULES = ["scoring", *(module.name for module in pkgutil.walk_packages(scoring.__path__, "scoring."))]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_tell_the_truth(name: str) -> None:
    failures, _ = doctest.testmod(importlib.import_module(name))
    assert not failures


@pytest.mark.parametrize("name", ["scoring", "scoring.api", "scoring.cards", "scoring.match", "scoring.referee"])
def test_the_modules_that_teach_have_examples(name: str) -> None:
    _, tried = doctest.testmod(importlib.import_module(name))
    assert tried
