"""What a journal takes of a memory card stays small, however long the evening is."""

from companion.table.journal import Journal
from tests.table.journal.games import first, keep
from tests.tiwanaku.game.table import scenario

MOST_NOT_IN_PLACE = 5_000_000


def test_changes_that_are_not_in_place_yet_are_put_there_in_time_and_gone_when_the_table_closes(tmp_path):
    """SQLite writes every step to a file beside the journal first: it must not grow with the evening."""
    journal = Journal(tmp_path)
    beside = journal.path.with_name("games.sqlite-wal")
    keeper = journal.begin(scenario(1))
    sizes = []
    for _ in range(550):
        # Somebody takes a step back and does it again.
        assert keep(keeper, first(30), first(31)) == [True, True]
        sizes.append(beside.stat().st_size)
    assert max(sizes) < MOST_NOT_IN_PLACE
    assert sizes[-1] == sizes[-50], "it has stopped to grow"
    assert keeper.close() is None
    assert not beside.exists() or beside.stat().st_size == 0
