"""docs/deploy.md and deploy/, held true: they are read here, and executed on copies of this machine."""
