"""The machine of a run: devices, memory, signals, terminal encoding."""
