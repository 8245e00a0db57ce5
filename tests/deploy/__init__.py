"""docs/deploy.md and deploy/, held true: what is in them can be read here, and is executed on copies of this machine."""
