"""Frozen values that every part exchanges: documents, statements, facts, rules, derivations, findings."""
