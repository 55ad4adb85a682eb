"""Commands that measure time and memory in fresh processes, as ratios."""
