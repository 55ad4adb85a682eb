"""Commands that hold thence against other people's suites and engines."""
