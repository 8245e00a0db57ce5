"""Running: settings, log, metrics, and background threads."""
