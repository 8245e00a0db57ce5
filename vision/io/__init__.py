"""Input: limits and decodes photographs and films; image pyramid and exposure."""
