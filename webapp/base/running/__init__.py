"""Running: settings, log, metrics, and the threads beside the answers."""
