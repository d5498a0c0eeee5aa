"""Any torch.nn.Module, set beside the theory: ``lemmata audit`` and ``lemmata.audit``.

| module | what it does |
|---|---|
| `given` | the user's file, checkpoint and batch |
| `measuring/` | copies, so that nothing of theirs moves; stages; one pass and its numbers |
| `beside/` | the model in the papers' words, hypotheses, laws, and advice that is tried |
| `work`, `running` | what is audited, and all seeds of it |
| `estimates`, `noting`, `records` | their intervals, what else is to be said, the record |
| `table`, `writing`, `audit`, `command` | the record as text and on disk; who asks for it |
"""
