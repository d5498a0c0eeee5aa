"""What the tests of verify share: made-up claims, a device that is not there."""
