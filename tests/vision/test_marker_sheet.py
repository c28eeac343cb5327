"""The printed sheet: true to scale, and found by the very finder that looks for markers on the board."""

import re
import shutil
import subprocess

import cv2
import numpy as np
import pytest

from companion.cli import main
from companion.tiwanaku.board_file import official_board
from companion.words import LANGUAGES, language
from vision.finding.markers import OFFSET, SIDE, find_markers
from vision.marker_sheet import marker_sheet, marker_squares
from vision.pdf import Page

POINT = 25.4 / 72


def rectangles(content):
    """Filled rectangles of a page in millimetres from its upper left corner: x, y, width, height, grey."""
    height = float(re.search(rb"MediaBox \[0 0 \S+ (\S+)\]", content)[1]) * POINT
    found = re.findall(rb"(\S+) g (\S+) (\S+) (\S+) (\S+) re f", content)
    for grey, x, y, wide, high in (map(float, each) for each in found):
        yield x * POINT, height - (y + high) * POINT, wide * POINT, high * POINT, grey


def drawn(content, pixels_a_millimetre=4):
    """The sheet as a picture, drawn from its own rectangles."""
    sheet = np.full((297 * pixels_a_millimetre, 210 * pixels_a_millimetre), 255, np.uint8)
    for x, y, wide, high, grey in rectangles(content):
        x0, y0, x1, y1 = (round(v * pixels_a_millimetre) for v in (x, y, x + wide, y + high))
        sheet[y0:y1, x0:x1] = 255 * grey
    return sheet


def markers_in(picture):
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    corners, numbers, _ = detector.detectMarkers(picture)
    flat = np.asarray(numbers).ravel().tolist()
    return dict(zip(flat, (np.asarray(c).reshape(4, 2) for c in corners), strict=True))


@pytest.mark.parametrize("space", [25.0, 50.0, 80.0])
def test_the_markers_on_the_sheet_are_as_large_as_the_board_needs_them(space):
    found = markers_in(drawn(marker_sheet(language("en"), space)))
    assert sorted(found) == [0, 1, 2, 3]
    for corners in found.values():
        sides = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1) / 4
        assert sides == pytest.approx([SIDE * space] * 4, abs=0.5)


def test_pieces_laid_as_the_sheet_says_are_found_where_the_finder_expects_them():
    """Cut the pieces out, lay each with its dot on the grid's corner, and ask the finder where the grid is."""
    board, scale = official_board("short"), 100  # pixels a space; the sheet is drawn at 2 pixels a millimetre
    sheet = cv2.resize(
        drawn(marker_sheet(language("en"), 50.0), 8), None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA
    )
    piece = round(2 * OFFSET * 50 * 2)
    table = np.full((board.rows * scale + 300, board.columns * scale + 300), 180, np.uint8)
    left, top, right, bottom = 150, 150, 150 + board.columns * scale, 150 + board.rows * scale
    for number, corners in markers_in(sheet).items():
        x, y = (corners.mean(axis=0) - piece / 2).round().astype(int)
        cut = sheet[y : y + piece, x : x + piece]
        at_x = left - piece if number in (0, 3) else right
        at_y = top - piece if number in (0, 1) else bottom
        table[at_y : at_y + piece, at_x : at_x + piece] = cut
        # The dot is at the corner that touches the grid, and at no other.
        dark = {(v, h): cut[v:, h:][:4, :4].mean() < 150 for v in (0, -4) for h in (0, -4)}
        inner = (0 if number in (2, 3) else -4, 0 if number in (1, 2) else -4)
        assert [corner for corner, black in dark.items() if black] == [inner]
    pose = find_markers(cv2.cvtColor(table, cv2.COLOR_GRAY2BGR), board)
    assert pose is not None
    expected = np.array([(left, top), (right, top), (right, bottom), (left, bottom)])
    assert np.abs(pose.corners - expected).max() < 3


@pytest.mark.parametrize("number", range(4))
def test_the_squares_are_those_of_the_dictionary(number):
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    drawing = cv2.aruco.generateImageMarker(dictionary, number, 6)
    assert ["".join("#" if value == 0 else "." for value in row) for row in drawing] == marker_squares(number)


def test_the_ruler_is_a_hundred_millimetres_long():
    content = marker_sheet(language("en"))
    lines = re.findall(rb"w \[\] 0 d (\S+) (\S+) m (\S+) (\S+) l S", content)
    assert max((float(x2) - float(x1)) * POINT for x1, _, x2, _ in lines) == pytest.approx(100, abs=0.01)
    assert b"/PrintScaling /None" in content


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_file_is_a_sound_pdf_in_every_language(code, tmp_path):
    content = marker_sheet(language(code))
    assert b"?" not in b"".join(re.findall(rb"\((.*?)\) Tj", content)), "a letter that Helvetica lacks"
    start = int(re.search(rb"startxref\n(\d+)", content)[1])
    assert content[start:].startswith(b"xref\n")
    for number, place in enumerate(re.findall(rb"(\d{10}) 00000 n", content), 1):
        assert content[int(place) :].startswith(b"%d 0 obj" % number)
    length = int(re.search(rb"/Length (\d+)", content)[1])
    assert content.split(b"stream\n", 1)[1][length:].startswith(b"\nendstream")
    if shutil.which("pdfinfo"):
        (tmp_path / "sheet.pdf").write_bytes(content)
        shown = subprocess.run(
            ["pdfinfo", str(tmp_path / "sheet.pdf")], capture_output=True, text=True, check=True
        )
        assert "A4" in shown.stdout


def test_everything_stays_on_the_page():
    for space in (20.0, 90.0):
        content = marker_sheet(language("de"), space)
        for x, y, wide, high, _ in rectangles(content):
            assert x > 5
            assert y > 5
            assert x + wide < 205
            assert y + high < 292
        assert min(float(y) for y in re.findall(rb"Tf \S+ (\S+) Td", content)) > 10


def test_brackets_and_backslashes_do_not_break_a_page():
    page = Page(100, 100)
    page.text(5, 5, "a (b) \\ c", 4)
    assert rb"(a \(b\) \\ c) Tj" in page.content()


def test_the_command_writes_the_sheet_and_refuses_what_cannot_be_meant(tmp_path, capsys):
    out = tmp_path / "markers.pdf"
    assert main(["markers", str(out), "--space", "48", "--lang", "fr"]) == 0
    assert out.read_bytes().startswith(b"%PDF")
    assert "100" in capsys.readouterr().out
    assert main(["markers", str(out), "--space", "500"]) == 2
    assert "measure" in capsys.readouterr().err
    assert main(["markers", str(tmp_path / "markers.pdf" / "x.pdf")]) == 2
