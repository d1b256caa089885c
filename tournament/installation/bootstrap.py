"""Brings a bare Python to the project's own environment: `.venv`, filled from a lock file, made on first use.

1. Refuse a Python older than 3.11.
2. Return at once inside `.venv` where the lock's stamp is current; with TOPTABLE_NO_BOOTSTRAP=1 return always.
3. Under a file lock, so that two first starts wait for one another: make `.venv` where it is missing or broken, let pip
   install what the lock names (every package by its hash, none built here), and write the stamp: the sha256 of the lock.
4. Start the same command again inside `.venv`.

A `.venv` filled by hand has no stamp: pip then finds everything in place, needs no network, and the stamp is written.
Standard library only, and no syntax newer than Python 3.9's, so that an older Python meets a sentence and not a SyntaxError.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tournament.installation.folders import IS_CHECKOUT, ROOT

OLDEST_PYTHON = (3, 11)
OPT_OUT = "TOPTABLE_NO_BOOTSTRAP"
VENV = "on Debian and Ubuntu enter: apt-get install python3-venv. On another system install Python from python.org."
NO_NETWORK_SIGNS = (
    "Failed to establish a new connection",
    "name resolution",
    "Max retries exceeded",
    "Network is unreachable",
    "Connection refused",
    "timed out",
    "ConnectionError",
    "ProxyError",
)


class BootstrapError(RuntimeError):
    """The environment cannot be made; the message says why and what to do."""


def enter(*lock_names: str, root: Path = ROOT) -> None:
    """Make sure that this process runs in an environment with all packages of the named lock files.

    Returns where it does already. Otherwise makes or fills `.venv` and starts the same command again in it (this call never returns then).

    Raises BootstrapError where this Python, the network or the disk does not allow it.
    """
    if os.environ.get(OPT_OUT, "").lower() in ("1", "on", "true", "yes"):
        if importlib.util.find_spec("django") is None:
            raise BootstrapError(
                f"{OPT_OUT} is set and this Python has no Django; install {lock_names[0]} into it, or unset {OPT_OUT}."
            )
        return
    if refusal := refusal_of(sys.version_info[:2], sys.executable):
        raise BootstrapError(refusal)
    environment, locks = root / ".venv", [root / name for name in lock_names]
    if not is_current(environment, locks):
        with only_one_start(root / ".local"):
            if not is_current(environment, locks):  # the start that we waited for may have done the work
                fill(environment, locks)
    if Path(sys.prefix).resolve() != environment.resolve():
        sys.stdout.flush()
        again = [str(python_of(environment)), *sys.orig_argv[1:]]
        if os.name == "nt":  # where execv ends this process at once, and the terminal takes the command for ended
            sys.exit(subprocess.run(again, check=False).returncode)
        os.execv(again[0], again)  # noqa: S606


def add(lock_name: str, root: Path = ROOT) -> str:
    """Install the packages of one more lock file into `.venv`, and return why that failed; empty where it succeeded.

    These packages are optional. Where the program is installed, or installing is switched off by TOPTABLE_NO_BOOTSTRAP, nothing is done
    and the text is empty.
    """
    if not IS_CHECKOUT or os.environ.get(OPT_OUT, "").lower() in ("1", "on", "true", "yes"):
        return ""
    environment, lock = root / ".venv", root / lock_name
    try:
        if not is_current(environment, [lock]):
            with only_one_start(root / ".local"):
                if not is_current(environment, [lock]):
                    wanted = digest(lock)
                    install(environment, [lock])
                    stamp_of(environment, lock).write_text(wanted, encoding="ascii")
    except BootstrapError as refusal:
        return str(refusal).splitlines()[0]
    except OSError as error:
        return f"Cannot write {error.filename or environment}: {error.strerror}; make room or make it writable."
    return ""


def refusal_of(version: tuple[int, ...], executable: str) -> str:
    """Why this Python cannot start the project, as one sentence; empty where it can."""
    if version < OLDEST_PYTHON:
        found, needed = (".".join(map(str, parts)) for parts in (version, OLDEST_PYTHON))
        return f"Python {found} ({executable}) is too old; start this command with Python {needed} or newer."
    return ""


def python_of(environment: Path) -> Path:
    """The interpreter inside an environment."""
    return environment / "Scripts" / "python.exe" if os.name == "nt" else environment / "bin" / "python"


def digest(lock: Path) -> str:
    """The sha256 of a lock file, in hexadecimal; raises BootstrapError where the file is missing."""
    try:
        return hashlib.sha256(lock.read_bytes()).hexdigest()
    except OSError as error:
        raise BootstrapError(f"Cannot read {lock}: {error.strerror}; restore it from the repository.") from error


def stamp_of(environment: Path, lock: Path) -> Path:
    """The path of a lock's stamp: a file in the environment with the sha256 that the lock had when it was last installed."""
    return environment / f"{lock.name}.sha256"


def is_current(environment: Path, locks: list[Path]) -> bool:
    """Whether the environment's interpreter starts and its stamps match the locks; runs neither pip nor the network."""
    return os.access(python_of(environment), os.X_OK) and all(is_stamped(environment, lock) for lock in locks)


def is_stamped(environment: Path, lock: Path) -> bool:
    """Whether the environment was filled from this lock as it is now."""
    stamp = stamp_of(environment, lock)
    return stamp.is_file() and stamp.read_text(encoding="ascii") == digest(lock)


@contextmanager
def only_one_start(folder: Path) -> Iterator[None]:
    """Hold the file lock in this folder, so that only one start at a time makes the environment; others wait here and say so.

    The operating system frees the lock when the process that holds it ends. Raises BootstrapError where the folder cannot be written.
    """
    try:
        folder.mkdir(exist_ok=True)
        lock_file = (folder / "bootstrap.lock").open("w", encoding="ascii")
    except OSError as error:
        raise BootstrapError(f"Cannot write to {folder}: {error.strerror}; make it writable for this user.") from error
    with lock_file:
        if not has_lock(lock_file.fileno()):
            tell("Another command is creating the environment; waiting for it ...")
            while not has_lock(lock_file.fileno()):
                time.sleep(0.2)
        yield


def has_lock(number: int) -> bool:
    """Whether this process has got the lock of an open file, or another one holds it; nobody waits."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(number, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True


def fill(environment: Path, locks: list[Path]) -> None:
    """Make the environment where it is missing or broken, install what the locks name, and write the stamps last."""
    started = time.monotonic()
    tell(f"Preparing {environment.name} from {' and '.join(lock.name for lock in locks)} ...")
    wanted = {lock: digest(lock) for lock in locks}
    try:
        if not is_sound(environment):
            make(environment)
        install(environment, locks)
        for lock in locks:
            stamp_of(environment, lock).write_text(wanted[lock], encoding="ascii")
    except OSError as error:
        raise BootstrapError(
            f"Cannot write {error.filename or environment}: {error.strerror}; make room or make it writable, then start again."
        ) from error
    tell(f"... ready after {time.monotonic() - started:.0f} s.")


def tell(line: str) -> None:
    """Print a line to standard error, so that a command's own output stays readable for programs."""
    print(line, file=sys.stderr, flush=True)


def is_sound(environment: Path) -> bool:
    """Whether the environment has a new enough interpreter that starts, and pip."""
    python = python_of(environment)
    question = f"import sys, pip; sys.exit(sys.version_info[:2] < {OLDEST_PYTHON})"
    return os.access(python, os.X_OK) and subprocess.run([python, "-c", question], capture_output=True).returncode == 0


def make(environment: Path) -> None:
    """Create an environment with pip, replacing whatever is there; raises BootstrapError where Python lacks venv or pip."""
    if importlib.util.find_spec("ensurepip") is None or importlib.util.find_spec("venv") is None:
        raise BootstrapError(f"This Python cannot create environments; {VENV}")
    import venv

    try:
        venv.EnvBuilder(clear=True, symlinks=os.name != "nt", with_pip=True).create(environment)
    except subprocess.CalledProcessError as error:
        output = last_lines((error.output or b"").decode(errors="replace"))
        raise BootstrapError(f"Creating {environment} failed; {VENV}\n{output}") from error


def install(environment: Path, locks: list[Path]) -> None:
    """Let the environment's pip install exactly what the locks name; raises BootstrapError with pip's own last lines."""
    command = [
        str(python_of(environment)),
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-input",
        "--disable-pip-version-check",
    ]
    command += ["--retries", "2", "--require-hashes", "--only-binary=:all:"]
    for lock in locks:
        command += ["-r", str(lock)]
    outcome = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if outcome.returncode:
        reason = reason_of(outcome.stdout, " and ".join(lock.name for lock in locks))
        raise BootstrapError(f"{reason}\npip said:\n{last_lines(outcome.stdout)}")


def reason_of(output: str, lock_name: str) -> str:
    """What to do about a failed installation, judged by pip's output."""
    if "No space left" in output or "Permission denied" in output:
        return f"Cannot install {lock_name}: the disk is full or not writable; make room, then start again."
    if "do not match the hashes" in output:
        return f"Cannot install {lock_name}: a package differs from the locked one; do not use it, and ask the project's maintainers."
    if any(sign in output for sign in NO_NETWORK_SIGNS):
        return f"Cannot install {lock_name}: the package index could not be reached; only the first start needs the network."
    if "No matching distribution found" in output:
        return f"Cannot install {lock_name}: no ready-made package for this system and Python; use a 64-bit Python, 3.11 or newer."
    return f"Cannot install {lock_name}; fix the problem that pip reports below, then start again."


def last_lines(output: str, count: int = 6) -> str:
    """The last lines of a program's output, indented."""
    return "\n".join(f"    {line}" for line in output.strip().splitlines()[-count:])
