"""Compares any torch.nn.Module with the theory: ``lemmata audit`` and ``lemmata.audit``.

| module | what it does |
|---|---|
| `inputs` | loads the user's file, checkpoint and batch |
| `conclusion` | what is concluded, in words; `thresholds/`, the study that grades it |
| `measuring/` | adapts and copies the model, traces its stages, measures one pass |
| `comparison/` | states the model in the papers' terms; hypotheses, laws, advice |
| `work`, `running` | the subject of an audit, and the measurements of all seeds |
| `estimates`, `notes`, `records` | intervals, remarks, and the record |
| `conditions`, `planning` | `--fail-if` and `--plan` |
| `table`, `writing`, `audit`, `command` | the record as text and on disk; the entry points |
"""
