"""Reading TOML strictly: lines are right in any layout, and nothing but a plain refusal ever comes out."""

from __future__ import annotations

import pytest

from companion.errors import Unreadable
from companion.tiwanaku.document import Document

KEYS = ("format", "name", "grid", "otoma", "tiles", "start")


def parse(text):
    return Document.parse(text, "file.toml", KEYS)


@pytest.mark.parametrize(
    ("text", "key", "line"),
    [
        ("format = 1\nname = 2\n", "name", 2),
        ("format=1\n\n\n   name   =   2\n", "name", 4),
        ('format = 1\n"name" = 2\n', "name", 2),
        ("format = 1\n'name' = 2\n", "name", 2),
        ("# name = 1\nformat = 1\nname = 2\n", "name", 3),
        ('format = 1\ngrid = """\nname = 1\n"""\nname = 2\n', "name", 5),
        ("format = 1\ngrid = '''\nname = 1\n[otoma]\n'''\nname = 2\n", "name", 6),
        ('format = 1\nstart = [\n  "a",\n  "b",\n]\nname = 2\n', "name", 6),
        ("format = 1\n[otoma]\nname = 1\n", "otoma", 2),
        ("format = 1\n[ 'otoma' ] # here\nx = 1\n", "otoma", 2),
        ("format = 1\notoma.x = 1\n", "otoma", 2),
        ("format = 1\n", "name", None),
        ("format = 1\n[otoma]\nname = 1\n", "name", None),
    ],
)
def test_line_of_a_key_is_right_in_odd_layouts(text, key, line):
    assert parse(text).line_of(key) == line


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('format = 1\nname = "a"\n[otoma]\nname = 1\n', 4),
        ('format = 1\nname = "a"\n[tiles]\nname = 1\n[otoma]\n\nname = 1\n', 7),
        ('format = 1\nname = "a"\notoma = { name = 1 }\n', 3),
        ('format = 1\nname = "a"\notoma.name = 1\n', 3),
    ],
)
def test_line_of_a_key_in_a_table_is_not_that_of_its_namesake(text, line):
    assert parse(text).line_of("name", "otoma") == line


@pytest.mark.parametrize(
    ("grid", "lines"),
    [
        ('grid = """\na\nb\n"""', [3, 4]),
        ('grid = """a\nb"""', [2, 3]),
        ('grid = """   \na\n\n\nb"""', [3, 6]),
        ("grid = '''\na\nb\n'''", [3, 4]),
        ('"grid"="""\na\nb\n"""', [3, 4]),
        ('  grid\t=\t"""\n  a\n  b\n  """', [3, 4]),
        # The rows are no lines of the file: all count as standing where the key is.
        (r'grid = "a\nb"', [2, 2]),
        ('grid = """\\\n  a\\n\\\n  b"""', [2, 2]),
    ],
)
def test_rows_of_a_grid_know_their_lines(grid, lines):
    document = parse(f"format = 1\n{grid}\n")
    rows = document.rows("grid")
    assert [tokens for _, tokens in rows] == [["a"], ["b"]]
    assert [document.line_of("grid") + offset for offset, _ in rows] == lines


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_lines_count_the_same_with_any_line_ends_and_byte_order_mark(ends, mark):
    text = mark + ends.join(["format = 1", 'grid = """', "a", "b", '"""', ""])
    document = parse(text.encode())
    assert document.line_of("format") == 1
    assert [document.line_of("grid") + offset for offset, _ in document.rows("grid")] == [3, 4]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"format = 1\nname = \xff\n", "file.toml, line 2: this is not UTF-8 text."),
        (b"format\0= 1", "file.toml: this is no text file."),
        (b"format = 1\nname = \n", "file.toml, line 2: this is not TOML, it goes wrong at column 8"),
        (b"format = 1\nname = 'a\n", "file.toml: this is not TOML; is the end of the file missing"),
        (b"format = 1\nformat = 1\n", "file.toml, line 2: this is not TOML"),
        (b"", "file.toml: format is missing."),
        (b"[format]\n", "file.toml, line 1: format must be a whole number"),
        (b"format = 1\nnmae = 2\n", "file.toml, line 2: unknown name nmae; did you mean name?"),
        (b"format = 1\nzzz = 2\n", "file.toml, line 2: unknown name zzz; known are format, grid, name"),
        (b"format = 0x" + b"f" * 5000, "file.toml: this is not TOML"),
        (b"format = " + b"9" * 5000, "file.toml: this is not TOML"),
        (b"format = 1\nname = [[0x8000000000000000]]", "file.toml: this is not TOML"),
        (b"format = 1\nname = " + b"[" * 5000, "file.toml: nested too deeply"),
        (b"format = 1\n" + b"a." * 90_000 + b"a = 1", "file.toml: nested too deeply"),
        (b"format = 1\n[a" + b' . "b"' * 20_000 + b"]", "file.toml: nested too deeply"),
        (
            b'format = 1\nname = [{a = """x"""", ' + b"b." * 20_000 + b"b = 1}]",
            "file.toml: nested too deeply",
        ),
        (b"format = 1\n" + b"#\n" * 200_000, "file.toml: too long to be one of our files."),
    ],
)
def test_what_is_no_file_of_ours_is_refused_with_a_reason(content, message):
    with pytest.raises(Unreadable) as refused:
        parse(content)
    assert str(refused.value).startswith(message)


def test_dots_in_texts_and_a_grid_without_its_quotes_are_no_nesting():
    assert parse(f'format = 1\nname = "{"a." * 40}"  # {"b." * 40}\n').string("name") == "a." * 40
    with pytest.raises(Unreadable) as refused:
        parse("format = 1\ngrid =\nS. .. S. .. .. .. S. D. ..\n")
    assert str(refused.value).startswith("file.toml, line 2: this is not TOML")


def test_document_does_not_show_its_text():
    assert "S3" not in repr(parse('format = 1\ngrid = "S3"\n'))
