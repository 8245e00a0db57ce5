"""Running: settings, log, and background threads."""
