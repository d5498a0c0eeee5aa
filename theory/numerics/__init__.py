"""The numbers underneath: backends, special functions, quadrature, enclosures, second routes."""
