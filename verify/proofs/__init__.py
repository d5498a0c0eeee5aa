"""What a certificate is made of."""
