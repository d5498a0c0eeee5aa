"""Claims from elsewhere: a file, a package or an installed paper, loaded beside our own."""
