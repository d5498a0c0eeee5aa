"""How a claim is tested by running it: sampling, chains, statistics, certificates, experiments.

Paths mirror theory/: the checks of theory/meterez2024/appendix_c.py are in
verify/meterez2024/appendix_c.py.
"""
