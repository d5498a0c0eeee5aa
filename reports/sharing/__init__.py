"""What can be sent on: a page for each claim with its data, tables for a paper, a document."""
