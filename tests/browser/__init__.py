"""What a player does, in a real Chromium at the size of a phone."""
