"""Structure-aware mutation: JSON and TOML as trees whose values change type, vanish, come twice or get another name."""

from __future__ import annotations

import json
import math
import tomllib
from enum import Enum
from random import Random
from typing import Any

from tests.trust.bad_input.odd import VALUES

_MOST_PLACES = 4000


class Form(Enum):
    """What an input is made of, so that it can be changed by its structure as well as by its bytes."""

    BYTES = "bytes"
    JSON = "json"
    TOML = "toml"


def parsed(data: bytes, form: Form) -> Any:
    """The tree of an input; None for one that has none."""
    try:
        match form:
            case Form.JSON:
                tree = json.loads(data)
            case Form.TOML:
                tree = tomllib.loads(data.decode())
            case Form.BYTES:
                return None
    except (ValueError, RecursionError):
        return None
    return tree if isinstance(tree, dict | list) else None


def mutated(tree: Any, form: Form, random: Random) -> bytes:
    """A tree with a few of its values changed, written down."""
    tree = _copy(tree)
    for _ in range(1 + (random.random() < 0.4) + (random.random() < 0.1)):
        _change(tree, random)
    text = json.dumps(tree) if form is Form.JSON else _toml(tree)
    return text.encode("utf-8", "surrogatepass")


def _change(tree: Any, random: Random) -> None:
    places = _places(tree)
    if not places:
        return
    holder, key = random.choice(places)
    value = holder[key]
    match random.randrange(8):
        case 0 | 1:
            holder[key] = _copy(random.choice(VALUES))
        case 2:
            other, place = random.choice(places)
            holder[key] = _copy(other[place])
        case 3:
            del holder[key]
        case 4 if isinstance(holder, list):
            holder.insert(random.randrange(len(holder) + 1), _copy(value))
        case 4:
            holder[random.choice(("", "x", str(key).upper(), f"{key}s", "a" * 200, "\0", "format"))] = value
        case 5:
            holder[key] = random.choice(([value], {"a": value}, [value, value], str(value), repr(value)))
        case 6:
            holder[key] = _nudged(value, random)
        case _ if isinstance(holder, list):
            random.shuffle(holder)
        case _:
            holder[key] = holder.pop(random.choice(list(holder)))


def _nudged(value: Any, random: Random) -> Any:
    """Almost what it was."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + random.choice((-1, 1, 1000, -1000))
    if isinstance(value, float):
        return random.choice((value + 1, -value, value * 1e9, int(value) if math.isfinite(value) else 0))
    if isinstance(value, str) and value:
        at = random.randrange(len(value))
        return value[:at] + random.choice(("", value[at] * 2, "/", " ", "\n", "é", "9")) + value[at + 1 :]
    return value


def _places(tree: Any) -> list[tuple[Any, Any]]:
    """Everything that stands somewhere in a tree: its holder and its key or index."""
    found: list[tuple[Any, Any]] = []
    waiting = [tree]
    while waiting and len(found) < _MOST_PLACES:
        holder = waiting.pop()
        for key in range(len(holder)) if isinstance(holder, list) else list(holder):
            found.append((holder, key))
            if isinstance(holder[key], dict | list):
                waiting.append(holder[key])
    return found


def _copy(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _copy(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_copy(each) for each in value]
    return value


def _toml(tree: Any) -> str:
    if not isinstance(tree, dict):
        return _toml_value(tree)
    return "".join(f"{_toml_string(str(key))} = {_toml_value(value)}\n" for key, value in tree.items())


def _toml_value(value: Any) -> str:
    if isinstance(value, dict):
        inside = ", ".join(f"{_toml_string(str(key))} = {_toml_value(each)}" for key, each in value.items())
        return f"{{ {inside} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(_toml_value, value))}]"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return repr(value) if math.isfinite(value) else str(value)
    if isinstance(value, int):
        return str(value)
    return _toml_string(str(value))


def _toml_string(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
