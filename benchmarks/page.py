"""The report: one page from the results of a few claims, taken again and again."""

import copy
from typing import Any

from benchmarks.measuring import Once, called, over
from reports.build import render
from verify import runner
from verify.registry import Effort
from verify.results import record as recording

CLAIMS = ("meterez2024:lemma-C.8", "meterez2024:lemma-C.11")


@over({"claims": (5, 40)})
class Report(Once):
    """From the content of a results file to the text of the page."""

    def setup_cache(self) -> list[Any]:
        """What these claims leave in the results file at the smallest effort."""
        known, settings = runner.load(), runner.Settings(Effort.SMOKE, 0, "cpu")
        return [recording.record(runner.run_claim(known[name], settings)) for name in CLAIMS]

    def setup(self, records: list[Any], claims: int) -> None:
        chosen = (copy.deepcopy(records[k % len(records)]) for k in range(claims))
        named = [{**record, "id": f"{record['id']}-{k}"} for k, record in enumerate(chosen)]
        content = {"schema": 1, "run": {}, "claims": named, "figures": []}
        self.call = lambda: render(content)

    time_render = peakmem_render = called
