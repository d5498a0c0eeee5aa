"""What the figures of both papers share: networks as their code builds them, and how one is told.

A figure's module in ``verify/<paper>/figures/`` has its settings (fixed before looking), runs them,
and returns a ``Reproduction``: the quantities of the sentence, one value a run, and the curves. The
claim, with its ranges and the published points, stands in ``theory/<paper>/figures.py``
(``theory.figures`` says how). Nothing is drawn here: the page draws from the curves.
"""
