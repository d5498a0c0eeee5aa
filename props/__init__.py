"""How a claim is tested by attacking it: hard matrices, hypothesis properties, the hunter.

Paths mirror theory/: the attacks on theory/meterez2024/appendix_c.py are in
props/meterez2024/appendix_c.py.
"""
