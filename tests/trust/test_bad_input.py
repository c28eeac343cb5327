"""Whatever comes from outside is read or refused, within a second and within bounds; and what finds defects does find them."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest

from companion.errors import NotLegal
from tests.trust import report
from tests.trust.bad_input import faulty, run
from tests.trust.bad_input.faulty import SLOW
from tests.trust.bad_input.guidance import Lines
from tests.trust.bad_input.mutations import MOST_FOUND, Mutations
from tests.trust.bad_input.reader import Bench
from tests.trust.bad_input.regressions import CASES
from tests.trust.bad_input.trees import Form, mutated, parsed
from tests.trust.bad_input.trial import ROOT, Bounds, Trial, reader_of
from tests.trust.bad_input.watchdog import HUNG, tried
from tests.trust.campaign import Limit, Result

READERS = list(run.readers())
FAULTY = faulty.__name__


@pytest.mark.parametrize(("family", "reader"), READERS, ids=[reader.name for _, reader in READERS])
def test_no_bad_input_breaks_a_reader(tmp_path, family, reader):
    count = run.share(reader, run.SHORT)
    outcome = tried(run.module_of(family), reader, count, run.SEED, found=tmp_path)
    assert [found.sentence for found in outcome.found] == []
    assert outcome.tried == count


@pytest.mark.parametrize(("family", "name"), sorted({(case.family, case.reader) for case in CASES}))
def test_what_broke_a_reader_once_does_not_break_it_again(tmp_path, family, name):
    reader = reader_of(run.module_of(family), name)
    with reader.ready(tmp_path) as bench:
        for case in CASES:
            if case.reader == name:
                trial = Trial(reader, bench, run.SEED)
                data = case.damage(bench.seeds)
                assert data not in bench.seeds
                trial.attempt(data)
                assert [found.sentence for found in trial.outcome.found] == [], case.what


# What finds defects -------------------------------------------------------------------------------------


def outcome_of(name, folder, inputs=40, **bounds):
    reader = reader_of(FAULTY, name)
    with reader.ready(folder) as bench:
        return Trial(reader, bench, 1, folder / "found", replace(Bounds(), **bounds)).run(inputs)


def test_an_error_that_escapes_is_found_and_its_input_kept(tmp_path):
    outcome = outcome_of("escapes", tmp_path)
    (found,) = outcome.found
    assert "KeyError at faulty.py" in found.sentence
    assert found.count > 20
    kept = (tmp_path / "found" / found.file).read_bytes()
    with pytest.raises(KeyError):
        faulty._escape(kept)


def test_a_refusal_is_no_defect_unless_it_cannot_be_said(tmp_path):
    assert outcome_of("refuses", tmp_path).found == []
    assert outcome_of("refuses", tmp_path).refused >= 40
    (found,) = outcome_of("refuses badly", tmp_path).found
    assert "cannot be said" in found.sentence


def test_what_takes_too_long_is_tried_twice_and_found(tmp_path):
    (found,) = outcome_of("dawdles", tmp_path, 3, seconds=SLOW / 2).found
    assert "twice" in found.sentence
    assert outcome_of("dawdles", tmp_path, 3, seconds=100 * SLOW).found == []


@pytest.mark.parametrize(
    ("name", "sentence"),
    [("grows", "second half"), ("leaks late", "second half"), ("leaves open", "files open")],
)
def test_what_does_not_level_off_is_found(tmp_path, name, sentence):
    (found,) = tried(FAULTY, reader_of(FAULTY, name), 100, 1, found=tmp_path).found
    assert sentence in found.sentence


def test_what_is_kept_once_for_the_next_input_is_no_growth(tmp_path):
    outcome = tried(FAULTY, reader_of(FAULTY, "keeps late"), 100, 1, found=tmp_path)
    assert outcome.memory[-1] - outcome.memory[0] > 32
    assert outcome.found == []


@pytest.mark.parametrize(
    ("name", "hung", "sentence"),
    [
        ("hangs", 1.0, "never came back"),
        ("dies", HUNG, "ended by -6"),
        ("devours", HUNG, "MB more than any before"),
    ],
)
def test_what_would_take_everything_with_it_is_found_from_outside(tmp_path, name, hung, sentence):
    outcome = tried(FAULTY, reader_of(FAULTY, name), 30, 1, found=tmp_path, hung=hung)
    found = outcome.found[0]
    assert sentence in found.sentence
    assert (tmp_path / found.file).read_bytes() not in (b"one 1", b"two 2", b"three 3")


def inputs(seed, count=300, **options):
    mutations = Mutations(Random(seed), [b'{"a": [1, 2], "b": "sun/llama"}', b'{"c": null}'], **options)
    return [mutations.next() for _ in range(count)]


def test_a_seed_gives_the_same_inputs_again_and_another_one_others():
    assert inputs(1, form=Form.JSON) == inputs(1, form=Form.JSON)
    assert inputs(1, form=Form.JSON) != inputs(2, form=Form.JSON)
    assert len(set(inputs(1, form=Form.JSON))) > 200


def test_inputs_are_never_larger_than_they_may_be_and_few_are_kept_as_seeds():
    assert max(map(len, inputs(3, 3000, largest=500))) == 500
    mutations = Mutations(Random(1), [b"seed"])
    for number in range(MOST_FOUND + 50):
        mutations.keep(b"%d" % number)
    assert mutations.kept == MOST_FOUND


@pytest.mark.parametrize("form", [Form.JSON, Form.TOML])
def test_a_change_by_structure_can_still_be_parsed(form):
    seed = {Form.JSON: b'{"a": [1, {"b": 2.5}], "c": "x"}', Form.TOML: b'c = "x"\n[a]\nb = [1, 2.5]\n'}[form]
    tree, random = parsed(seed, form), Random(4)
    changed = [mutated(tree, form, random) for _ in range(200)]
    assert sum(parsed(each, form) is not None for each in changed) > 120
    assert len(set(changed)) > 100
    assert parsed(seed, form) == tree, "and the seed stays as it is"


def opened_by(data):
    """Three doors, one behind the other: chance alone would hardly get through all of them."""
    if not data.startswith(b"S"):
        return 0
    if data[1:2] != b"3":
        return 1
    if data[2:3] != b"\n":
        return 2
    return 3


def test_guidance_gets_behind_doors_by_going_on_from_what_opened_one():
    lines, deepest = Lines(ROOT, ("tests",)), 0
    mutations = Mutations(Random(6), [b"...."])
    for _ in range(6000):
        data = mutations.next()
        if lines.new_in(lambda data=data: opened_by(data)):
            mutations.keep(data)
        deepest = max(deepest, opened_by(data))
    assert deepest == 3


def test_a_run_says_what_was_tried_and_one_that_was_cut_short_says_so(tmp_path):
    told = []
    whole = run.run(0, Limit(60), told.append, families=("wires",), inputs=50, found=tmp_path / "found")
    assert whole.is_whole
    assert whole.is_clean
    assert whole.tried == 50 * len(whole.rows) == 50 * len(told)
    whole.write(tmp_path)
    assert Result.read(tmp_path / f"{whole.campaign}.json") == whole
    assert not run.run(0, Limit(0), told.append, families=("wires",), inputs=50).is_whole


def test_the_long_run_has_a_million_inputs():
    assert sum(run.share(reader, run.LONG) for _, reader in READERS) >= 1_000_000
    assert len({reader.name for _, reader in READERS}) == len(READERS)


def test_the_report_knows_the_campaign_by_its_name():
    assert run.CAMPAIGN in report.CHAPTERS


def test_every_reader_takes_its_own_valid_inputs(tmp_path):
    """Else nothing behind the first check would ever be reached."""
    for number, (_, reader) in enumerate(READERS):
        folder = tmp_path / str(number)
        folder.mkdir()
        with reader.ready(folder) as bench:
            assert isinstance(bench, Bench)
            for seed in bench.seeds:
                with suppress(NotLegal):  # a command that is understood, and not for now
                    bench.read(seed)
