"""Documents to statements: values, mentions, patterns, records."""
