"""How work is done: tasks named by ids, handed to one process, every core or a cluster."""
