"""How long ``pachamama --help`` takes, beside a bare Python and the command-line library alone."""

import statistics
import subprocess
import sys
import time

ROUNDS = 15
PROGRAMS = {
    "python, doing nothing": "pass",
    "import typer and rich": "import typer, typer.rich_utils",
    "import all of companion": "import companion.cli",
    "pachamama --help": "import sys; from companion.cli import main; sys.exit(main(['--help']))",
}


def seconds(program: str) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", program], check=True, stdout=subprocess.DEVNULL)  # noqa: S603
    return time.perf_counter() - start


def main() -> None:
    times: dict[str, list[float]] = {name: [] for name in PROGRAMS}
    for _ in range(ROUNDS):
        for name, program in PROGRAMS.items():
            times[name].append(seconds(program))
    bare = statistics.median(times["python, doing nothing"])
    for name, values in times.items():
        median = statistics.median(values)
        print(f"{name:28} {median * 1000:7.0f} ms   {median / bare:5.1f} times a bare Python")


if __name__ == "__main__":
    main()
