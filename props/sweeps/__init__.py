"""The plots of claims: both sides along a family of cases, densely or sampled."""
