"""``manage.py bench_previews`` finds that previews by doing show what the pure ways show, at the smallest event and a usual one."""

from __future__ import annotations

import pytest

from laboratory.previews import measure_previews


@pytest.mark.parametrize("players", [6, 25])
def test_every_preview_is_equal_to_the_pure_way(players: int, transactional_db: None) -> None:
    rows = list(measure_previews(players, 3))
    assert [row.what for row in rows if row.equal != row.compared] == []
    assert sum(row.compared for row in rows) == 27
    assert all(row.held > 0 for row in rows)
