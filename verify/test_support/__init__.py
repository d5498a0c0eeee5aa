"""What the tests of verify share: made-up claims."""
