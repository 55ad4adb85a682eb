"""What readers promise: every quote is in the file, and what was not read is said."""
