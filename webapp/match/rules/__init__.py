"""House rules: described in words, and saved as profiles."""
