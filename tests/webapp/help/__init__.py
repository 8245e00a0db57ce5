"""Help: its pages, and where it stands beside what it explains."""
