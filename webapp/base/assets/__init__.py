"""Static files: their version in the path, the style sheet, the scripts of a page."""
