"""docs/deploy.md and deploy/, held true: what is in them is read here, and executed on copies of this machine."""
