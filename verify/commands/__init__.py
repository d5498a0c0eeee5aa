"""The commands of ``lemmata``, a module for each group; ``verify/cli.py`` names them all."""
