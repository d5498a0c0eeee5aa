"""asv suites: speed and memory, with peers as a parameter beside ours."""
