"""How long the screens take to draw, each with its glyphs and signs in the cache, and the first one without.

Limit: 3 ms for the slowest screen (median of 200 drawings), in any language.
"""

import statistics
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tools"))

from screen_samples import SAMPLES

from companion.table.screens import draw
from companion.words import LANGUAGES, language

LIMIT_MS = 3.0
TIMES = 200


def median_ms(description, code):
    spoken = language(code)
    draw(description, spoken)
    taken = []
    for _ in range(TIMES):
        start = time.perf_counter()
        draw(description, spoken)
        taken.append(time.perf_counter() - start)
    return statistics.median(taken) * 1000


def first_screen_ms():
    code = (
        "import time; t = time.perf_counter();"
        "from companion.table.screens import draw; from companion.table.screens.descriptions import Welcome;"
        "from companion.words import language; draw(Welcome(), language('fr'));"
        "print((time.perf_counter() - t) * 1000)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)  # noqa: S603
    return float(done.stdout)


def main():
    results = {
        (name, code): median_ms(sample, code) for name, sample in SAMPLES.items() for code in LANGUAGES
    }
    slowest = sorted(results, key=results.get, reverse=True)
    for name, code in slowest[:5]:
        print(f"{name} ({code}): {results[name, code]:.3f} ms")
    print(f"median of {len(results)} screens: {statistics.median(results.values()):.3f} ms")
    print(f"first screen of a process, with all imports: {first_screen_ms():.0f} ms")
    return 0 if results[slowest[0]] < LIMIT_MS else 1


if __name__ == "__main__":
    sys.exit(main())
