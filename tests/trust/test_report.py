"""The report says what came of it, no more and no less; and the page in the documents is the report."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest

from tests.trust import __main__ as trust
from tests.trust import plot, report
from tests.trust.campaign import Result, Row

AUDIT = {
    "python": "3.12.1",
    "packages": [{"name": "numpy", "version": "2.0", "licence": "BSD", "wanted_by": ["pachamama"]}],
    "missing": [],
    "asked": ["numpy"],
    "known": {"numpy": [{"id": "CVE-1", "mended_in": []}]},
    "why_not": "",
}


def soak(**more):
    rows = [Row("competitive", 7, 7, 0, 0, 2, 40.0), Row("solo", 3, 3, 0, 0, 0, 20.0)]
    return Result(
        "soak", 10, rows, ["a note"], {"memory (MB)": [1.0, 3.0, 2.0]}, 60.0, "python -m again", **more
    )


def line(page, start):
    return next(each for each in page.splitlines() if each.startswith(start))


def test_a_campaign_that_passed_is_told_with_its_counts():
    page = report.page({"soak": soak()})
    told = line(page, "| [Evenings")
    assert [each.strip() for each in told.split("|")[2:-1]] == [
        "10",
        "10 games",
        "10",
        "0",
        "0",
        "2",
        "1",
        "passed",
    ]
    assert "- a note" in page
    assert "`python -m again`" in page
    assert "(trust/soak.svg)" in page


def test_a_campaign_that_was_not_run_is_said():
    page = report.page({"soak": soak()})
    assert "not run" in line(page, "| Faults")
    assert "This was not run yet." in page


def test_a_campaign_that_stopped_early_is_not_taken_for_a_whole_one():
    short = soak()
    short.wanted = 200
    page = report.page({"soak": short})
    assert "not whole" in line(page, "| [Evenings")
    assert "10 of 200 games were tried" in page


def test_failures_are_listed_and_losses_counted():
    bad = soak()
    bad.rows[1].survived, bad.rows[1].lost = 2, 4
    bad.rows[1].failures.append("game 8: the journal differs")
    page = report.page({"soak": bad})
    told = line(page, "| [Evenings")
    assert "1 failures" in told
    assert "| 4 |" in told
    assert "- solo: game 8: the journal differs" in page


def test_many_failures_do_not_fill_the_page():
    bad = soak()
    bad.rows[0].failures = [f"game {number}" for number in range(100)]
    page = report.page({"soak": bad})
    assert "And 80 more" in page


def test_what_is_known_against_a_package_is_told():
    page = report.page({}, AUDIT)
    assert "| numpy | 2.0 | BSD | **CVE-1** |" in page


def test_a_line_of_a_log_cannot_become_markup():
    odd = soak()
    odd.notes = ["<script> | *a* [b](c)"]
    told = line(report.page({"soak": odd}), "- \\<script>")
    assert "\\| \\*a\\* \\[b](c)" in told


def test_results_are_read_as_they_were_written(tmp_path):
    soak().write(tmp_path)
    results, audit = report.read(tmp_path)
    assert results == {"soak": soak()}
    assert audit is None


def test_new_results_take_the_place_of_the_last(tmp_path):
    fresh, kept = tmp_path / "fresh", tmp_path / "kept"
    soak().write(fresh)
    soak().write(kept)
    Result("faults", 1, [Row("disk", 1, 1)]).write(kept)
    (fresh / "bad_input-json.json").write_text("{}")
    assert report.take(fresh, kept) == ["soak"]
    assert sorted(file.name for file in kept.iterdir()) == ["faults.json", "soak.json"]


def test_the_page_in_the_documents_is_that_of_the_kept_results():
    results, audit = report.read(report.RESULTS)
    assert report.PAGE.read_text(encoding="utf-8") == report.page(results, audit), (
        "run: python -m tests.trust.report"
    )
    for name, picture in report.pictures(results).items():
        assert (report.PICTURES / name).read_text(encoding="utf-8") == picture


# The picture -----------------------------------------------------------------------------------------


def test_each_curve_has_a_panel_and_a_single_value_none():
    drawn = ElementTree.fromstring(plot.draw({"a & b": [1, 2], "c": [3, 3, 3], "d": [1]}, "games"))  # noqa: S314
    assert len(drawn.findall("{*}g")) == 2


@pytest.mark.parametrize("most", [0.003, 0.9, 1, 7, 48, 511, 4096, 123456])
def test_ticks_are_a_handful_and_reach_the_top(most):
    marks = plot.ticks(most)
    assert 2 <= len(marks) <= 7
    assert marks[-2] < most <= marks[-1]


# The entry -------------------------------------------------------------------------------------------


def test_a_campaign_that_fails_does_not_keep_the_next_from_running():
    said = []

    def carry_out(name, minutes, tell):
        if name == "soak":
            raise RuntimeError("tripped")
        if name == "determinism":
            raise trust.NotThere("no such thing")
        return name == "faults"

    names = ["soak", "faults", "bad_input", "determinism"]
    assert trust.run_all(names, None, said.append, carry_out) == ["soak", "bad_input", "determinism"]
    assert any("tripped" in each for each in said)
    assert any("no such thing" in each for each in said)


def test_a_campaign_that_is_not_there_is_said():
    with pytest.raises(trust.NotThere):
        trust.campaign("telepathy")


def test_the_soak_is_found():
    assert trust.campaign("soak").LONG == 200


def test_a_name_that_nobody_knows_is_refused(capsys):
    with pytest.raises(SystemExit) as end:
        trust.main(["--only", "soak,telepathy"])
    assert end.value.code == 2
    assert "telepathy" in capsys.readouterr().err
