"""What the project as a whole promises: README, wheel, docs, determinism, the way back to the words."""
