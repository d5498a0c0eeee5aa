"""Files that others wrote, read so that the page can trust them."""
