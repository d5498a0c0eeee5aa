"""What a certificate is made of: reductions whose steps are exact, and counterexamples.

They agree or contradict, and prove nothing: proofs are made by ``verify/kernel`` alone.
"""
