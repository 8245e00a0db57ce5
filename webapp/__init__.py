"""The application: pages, storage, languages and the command line, a folder for each thing a player does."""

__version__ = "0.4.0"
