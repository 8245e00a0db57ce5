"""House rules: in words, and kept under a name."""
