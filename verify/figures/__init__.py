"""What the figures of both papers share: their networks, and how a figure becomes evidence.

A module in ``verify/<paper>/figures/`` fixes the settings of a figure, runs them, and returns a
``Reproduction``: the quantities of the sentence, one value a run, and the curves. The claim, with
its ranges and the published points, is in ``theory/<paper>/figures.py`` (see ``theory.figures``).
Nothing is drawn here: the page draws the curves.
"""
