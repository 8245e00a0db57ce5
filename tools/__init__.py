"""Programs that make files of the project; none is imported by the application."""
