"""What the tests of the kernel share."""
