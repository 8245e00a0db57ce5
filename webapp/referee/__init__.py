"""The referee: questions put, ruled on and decided, about a match or without one."""
