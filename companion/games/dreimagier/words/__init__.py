"""The words of the rules, one module a language; a missing string fails a test."""
