"""Commands that measure thence against annotated cases; each prints ``name: value`` lines last."""
