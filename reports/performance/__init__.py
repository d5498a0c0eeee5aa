"""How fast it is: asv's results as one small file beside the results, and what the page says.

``python -m lemmata.reports.performance .asv/results`` writes reports/benchmarks.json.
"""
