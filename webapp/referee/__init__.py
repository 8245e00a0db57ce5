"""The referee: questions asked, answered and decided, about a match or without one."""
