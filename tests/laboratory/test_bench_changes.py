"""``manage.py bench_changes`` measures what follows a change that is committed, and finds that little is read again."""

from __future__ import annotations

import pytest

from laboratory.changes import measure_changes


@pytest.mark.release
def test_what_follows_a_change_is_measured_and_asks_little(transactional_db: None) -> None:
    rows = {row.what: row for row in measure_changes(8, 1)}
    assert {"a row saved", "final cut", "publish", "close"} < {what for what, row in rows.items() if row.is_act}
    assert {
        what: row.queries for what, row in rows.items() if what.endswith(("later", "new")) and row.queries > 1
    } == {}
    assert rows["players' own pages"].queries < 10 + 8, "each player's page asks once, the first one more"
    assert all(row.queries <= 10 for what, row in rows.items() if what.endswith("first"))
    assert rows["a row saved"].queries <= 24
