"""Intervals for what is sampled, and how often they miss what they promise to hold."""
