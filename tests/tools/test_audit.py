"""The list of others' code, and what is known against it: what is not known is never taken for good."""

from __future__ import annotations

import json
from pathlib import Path

import audit
import pytest

PACKAGES = (
    audit.Package("one", "1.0", "MIT", ("pachamama",)),
    audit.Package("two", "2.0", "MIT", ("one",)),
)


def answering(code, out="", errors=""):
    """A pip-audit that answers like this, and notes what it was asked."""

    def run(command):
        run.asked = Path(command[-1]).read_text()
        return code, out, errors

    return run


def test_what_the_product_needs_is_listed_with_what_that_needs():
    packages, _ = audit.installed(audit.product_requirements(audit.PROJECT))
    by_name = {package.name: package for package in packages}
    assert {"numpy", "fastapi", "starlette", "python-sat"} <= set(by_name)
    assert "fastapi" in by_name["starlette"].wanted_by
    assert "pytest" not in by_name
    assert all(package.version and package.licence for package in packages)


def test_what_is_not_installed_is_named():
    packages, missing = audit.installed(
        ["no-such-package-anywhere>=1", "numpy", "nothing; python_version < '3'"]
    )
    assert missing == ("no-such-package-anywhere",)
    assert [package.name for package in packages] == ["numpy"]


def test_a_known_weakness_is_found_and_fails(monkeypatch, tmp_path, capsys):
    rows = [
        {"name": "one", "version": "1.0", "vulns": [{"id": "PYSEC-1", "fix_versions": ["1.1"]}]},
        {"name": "two", "version": "2.0", "vulns": []},
    ]
    run = answering(1, json.dumps({"dependencies": rows}))
    asked, known, why_not = audit.ask(PACKAGES, run)
    assert run.asked == "one==1.0\ntwo==2.0\n"
    assert (asked, why_not) == (("one", "two"), "")
    assert known == {"one": (audit.Weakness("PYSEC-1", ("1.1",)),)}
    monkeypatch.setattr(audit, "audit", lambda project: audit.Audit("3.11", PACKAGES, (), asked, known))
    monkeypatch.setattr(audit, "OUT", tmp_path / "new" / "audit.json")
    assert audit.main() == 1
    assert "PYSEC-1" in capsys.readouterr().out
    assert json.loads(audit.OUT.read_text())["known"]["one"][0]["id"] == "PYSEC-1"


@pytest.mark.parametrize(
    ("run", "said"),
    [
        (answering(1, errors="/bin/python: No module named pip_audit"), "pip install pip-audit"),
        (
            answering(1, errors="Traceback\nConnectionError: no way (host='10.0.0.1')"),
            "ConnectionError: no way",
        ),
        (answering(-1, errors="no answer in 120 seconds"), "no answer"),
        (answering(0, out="[]"), "it said nothing"),
    ],
)
def test_a_service_that_cannot_be_reached_is_said_and_fails_nobody(run, said, monkeypatch, tmp_path, capsys):
    asked, known, why_not = audit.ask(PACKAGES, run)
    assert (asked, known) == ((), {})
    assert said in why_not
    assert "10.0.0.1" not in why_not
    found = audit.Audit("3.11", PACKAGES, (), asked, known, why_not)
    assert not found.is_whole
    assert audit.table(found).count("not asked") == 2
    monkeypatch.setattr(audit, "audit", lambda project: found)
    monkeypatch.setattr(audit, "OUT", tmp_path / "audit.json")
    assert audit.main() == 0
    assert said in capsys.readouterr().out


def test_a_package_that_was_skipped_is_not_taken_for_good():
    """pip-audit says “no known vulnerabilities” of packages that it could not look up."""
    rows = [{"name": "one", "version": "1.0", "vulns": []}, {"name": "two", "skip_reason": "not found"}]
    asked, known, why_not = audit.ask(PACKAGES, answering(0, json.dumps({"dependencies": rows})))
    assert (asked, known) == (("one",), {})
    assert "1 of 2" in why_not
