"""One model on one batch: copies of it, the stages that the batch passes, and their numbers."""
