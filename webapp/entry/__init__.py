"""Entering a round: the draft of each device, its pages, and counting it."""
