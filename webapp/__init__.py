"""The table: pages, forms, storage, languages and the command line."""
