"""Top Table from the start menu of Windows: no console, one click to start, one to stop.

    pythonw.exe launcher.py [--port N]   starts `serve`, which opens the page; where it runs already, the page is opened again
    pythonw.exe launcher.py --stop       ends it; requests are finished, nothing is lost

Neither shows a box with `--quiet`.

Two processes: this one waits, keeps the machine from going to sleep, and says in a box why `serve` ended, where it failed. `serve` runs
below it (`--inside`), writes what it says to a file, and ends when this one does: the end of its standard input is the sign.
"""

from __future__ import annotations

import ctypes
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import psutil

HERE = Path(__file__).resolve().parent
NAME = "Top Table"
LOG, EARLIER = "serve.log", "serve.1.log"
LONG = 1_000_000
"""Bytes after which the file is put aside for a new one; the one put aside before is deleted."""
PORTS = range(8000, 8020)
LAST_WORDS = 700
"""Letters of the log that a box shows at most."""
PATIENCE = 20
"""Seconds that `serve` has to finish requests before it is ended at once."""

AWAKE = 0x80000000 | 0x00000001
"""ES_CONTINUOUS and ES_SYSTEM_REQUIRED: not to sleep for want of keys, as long as this process runs. A closed lid is another matter."""
WARNING, NOTICE, IN_FRONT = 0x30, 0x40, 0x10000 | 0x40000
"""What a box looks like, and that it comes before other windows although this program has none."""


def main(words: list[str]) -> int:
    """Do what the words ask; return the exit status."""
    if "--stop" in words:
        return stop(is_quiet="--quiet" in words)
    if "--inside" in words:
        return inside(words[words.index("--inside") + 1])
    port = int(words[words.index("--port") + 1]) if "--port" in words else free_port()
    return start(port, is_quiet="--quiet" in words)


def start(port: int, *, is_quiet: bool) -> int:
    """Run `serve` on a port until it ends, and return its exit status; where it failed a box says why."""
    from tournament.installation.environment import joined_environment

    folder = data_folder()
    folder.mkdir(parents=True, exist_ok=True)
    path = log_file(folder)
    stay_awake()
    # python.exe and not pythonw.exe: what it starts then has somewhere to write; its window is not made.
    command = [str(HERE / "python" / "python.exe"), str(HERE / "launcher.py"), "--inside", str(port)]
    with path.open("ab") as log:
        serving = subprocess.Popen(  # noqa: S603 - our own program
            command,
            stdin=subprocess.PIPE,
            stdout=log,
            stderr=subprocess.STDOUT,
            cwd=folder,
            env=joined_environment(os.environ, served_by=str(os.getpid())),
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
    status = serving.wait()
    if status and not is_quiet:
        told = last_words(path.read_text(encoding="utf-8", errors="replace"))
        say(f"{told}\n\nEverything that was saved is kept. The whole report is in {path}.", WARNING)
    return status


def inside(port: str) -> int:
    """Be `serve`, on this port; Ctrl+C is pressed, so to speak, when the process above ends."""
    from tournament.installation.environment import joined_environment
    from tournament.installation.processes import ends_with_parent
    from tournament.management.cli import main as run

    ends_with_parent(lambda: signal.raise_signal(signal.SIGINT))
    os.environ.update(joined_environment(os.environ, served_by=""))
    sys.argv = ["top-table", "serve", "--open", "--port", port]
    run()
    return 0


def stop(*, is_quiet: bool) -> int:
    """End what runs, and return 0 when nothing runs any more."""
    running = running_here()
    launchers = [process for process in running if is_launcher(words_of(process))]
    for process in launchers or running:
        end(process.terminate)  # what runs below a launcher then ends by itself
    _, left = psutil.wait_procs(running, timeout=PATIENCE)
    for process in left:
        end(process.kill)
    _, left = psutil.wait_procs(left, timeout=5)
    if not is_quiet:
        say(
            f"{NAME} has stopped. Phones get no more pages until you start it again."
            if running
            else f"{NAME} does not run.",
            NOTICE,
        )
    return 1 if left else 0


def running_here() -> list[psutil.Process]:
    """The processes of this installation's Python, without this one."""
    return [
        process
        for process in psutil.process_iter()
        if process.pid != os.getpid() and Path(next(iter(words_of(process)), "")).is_relative_to(HERE / "python")
    ]


def is_launcher(words: list[str]) -> bool:
    """Whether a process started by these words is the one above `serve`."""
    return any(Path(word).name == "launcher.py" for word in words) and "--inside" not in words


def words_of(process: psutil.Process) -> list[str]:
    """The words by which a process was started, the path of its program first; none where it is over or another user's."""
    try:
        return process.cmdline()
    except (psutil.Error, OSError):
        return []


def end(by: Callable[[], object]) -> None:
    """End a process, which may be over."""
    with suppress(psutil.Error):
        by()


def data_folder() -> Path:
    """The folder in which `serve` keeps what it stores."""
    from tournament.installation.serve_folder import serve_folder

    return serve_folder()


def log_file(folder: Path) -> Path:
    """The file to which `serve` writes what it says; a long one is put aside first."""
    path = folder / LOG
    try:
        if path.stat().st_size > LONG:
            path.replace(folder / EARLIER)
    except OSError:  # none yet, or another `serve` writes it
        pass
    return path


def free_port() -> int:
    """The first port that no other program uses; the first of all where every one is used, so that `serve` says so."""
    for port in PORTS:
        with socket.socket() as tried:
            try:
                tried.setsockopt(socket.SOL_SOCKET, getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR), 1)
                tried.bind(("", port))
            except OSError:
                continue
            return port
    return PORTS[0]


def last_words(log: str) -> str:
    """The end of a log that a person can read: its last lines, or the sentence with which `serve` refused."""
    lines = [line for line in log.strip().splitlines() if line.strip()]
    before, refused, refusal = "\n".join(lines[-3:]).rpartition("CommandError: ")
    return (refusal if refused else f"{before}{refusal}")[-LAST_WORDS:] or f"{NAME} ended and did not say why."


def stay_awake() -> None:
    """Ask Windows not to put the machine to sleep as long as this process runs."""
    windows = getattr(ctypes, "windll", None)
    if windows is not None:
        windows.kernel32.SetThreadExecutionState(AWAKE)


def say(words: str, kind: int) -> None:
    """Show a box with a button to close it."""
    windows = getattr(ctypes, "windll", None)
    if windows is not None:
        windows.user32.MessageBoxW(None, words, NAME, kind | IN_FRONT)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
