"""Files are kept whole: a kill at any byte leaves the old content or the new one."""

import os

import pytest

from companion import files
from companion.errors import Unwritable
from companion.files import drop_file, keep_bytes, set_aside

OLD = b"old content, 30 bytes long ...\n"
NEW = b"new content, which is a bit longer than the old one was\n"


class Killed(BaseException):
    """As good as a power cut: nothing after it runs, not even what catches errors."""


@pytest.fixture
def kept(tmp_path):
    path = tmp_path / "folder" / "file.toml"
    keep_bytes(path, OLD)
    return path


@pytest.mark.parametrize("survived", range(len(NEW) + 1))
def test_a_kill_at_any_byte_of_the_write_leaves_the_old_content(kept, monkeypatch, survived):
    write = os.write

    def cut_short(file, content):
        write(file, content[:survived])
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(files.os, "write", cut_short)
        with pytest.raises(Killed):
            keep_bytes(kept, NEW)
    assert kept.read_bytes() == OLD
    keep_bytes(kept, NEW)
    assert kept.read_bytes() == NEW
    assert list(kept.parent.iterdir()) == [kept]


@pytest.mark.parametrize("step", ["fsync", "close"])
def test_a_kill_before_the_new_content_takes_the_name_leaves_the_old_one(kept, monkeypatch, step):
    def kill(*_):
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(files.os, step, kill)
        with pytest.raises(Killed):
            keep_bytes(kept, NEW)
    assert kept.read_bytes() == OLD


def test_the_new_content_is_on_the_disk_before_it_takes_the_name(kept, monkeypatch):
    seen = []
    fsync = os.fsync

    def watch(file):
        seen.append(kept.read_bytes())
        fsync(file)

    monkeypatch.setattr(files.os, "fsync", watch)
    keep_bytes(kept, NEW)
    assert seen == [OLD, NEW]


def test_short_writes_are_continued(kept, monkeypatch):
    write = os.write
    monkeypatch.setattr(files.os, "write", lambda file, content: write(file, content[:7]))
    keep_bytes(kept, NEW)
    assert kept.read_bytes() == NEW


def test_a_folder_that_cannot_be_written_is_said_in_one_sentence(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(Unwritable, match="cannot be written"):
        keep_bytes(tmp_path / "file" / "below.toml", NEW)
    (tmp_path / "folder").mkdir()
    with pytest.raises(Unwritable, match="cannot be written"):
        drop_file(tmp_path / "folder")
    with pytest.raises(Unwritable, match="cannot be written"):
        set_aside(tmp_path / "nothing")


def test_what_is_set_aside_takes_no_other_files_name(tmp_path):
    for number in (1, 2):
        (tmp_path / "a.toml").write_text(str(number))
        assert set_aside(tmp_path / "a.toml").read_text() == str(number)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.toml.damaged-1", "a.toml.damaged-2"]
