"""The arena of several classes: ./dev arena --classes."""
