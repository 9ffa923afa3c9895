"""What a program can and cannot do in the sandbox.  Real bubblewrap; skipped where it does not work."""

from __future__ import annotations

import os
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import attrs
import pytest

import boardgames as bg
from boardgames.contest import play_game
from boardgames.core.protocol.verdict import Verdict
from boardgames.referee import Limits, NoSandbox, ProgramSeat, Referee, SeededDice, require_sandbox, sandbox
from tests.command import Run
from tests.samples import cases, few

needs_bwrap = pytest.mark.skipif(sandbox.why_none() is not None, reason=str(sandbox.why_none()))


def verdict_on(code: str, tmp_path: Path, kind: str = "bwrap") -> Verdict:
    """Two copies of a program that answers ``code``'s last words; it is garbled, so they are told."""
    program = tmp_path / "program.py"
    program.write_text(code)
    protocol = bg.find("ur").protocol()
    seats = [
        ProgramSeat([sys.executable, str(program)], protocol, Limits(first_move_time=10), sandbox=kind)
        for _ in range(2)
    ]
    return Referee(bg.Playthrough(bg.load("ur").start()), ["a", "b"], seats, SeededDice(1)).run()


def said(verdict: Verdict) -> str:
    assert verdict.fault is not None
    assert verdict.fault.kind == "garbled", verdict.fault
    return verdict.fault.detail.split("'")[1]


def program_of(attempts: Sequence[str]) -> str:
    """A program that tries things, and answers whether each was done or refused: ``d`` or ``r``."""
    code = """
import ctypes, os, socket, sys
C = ctypes.CDLL(None, use_errno=True)
answer = ""
def CALL(result):
    if result: raise OSError(ctypes.get_errno(), 'refused')
"""
    for attempt in attempts:
        code += f"try:\n    {attempt}\n    answer += 'd'\nexcept OSError: answer += 'r'\n"
    return code + "print('did ' + answer)"


def attempt(action: str) -> str:
    """A program that tries one thing."""
    return program_of([action]).replace("'did ' + answer", "{'d': 'done', 'r': 'refused'}[answer]")


ATTEMPTS = {
    "open({tmp!r} + '/stolen', 'w')": "refused",
    "open('/etc/stolen', 'w')": "refused",
    "os.remove(__file__)": "refused",
    "open(os.environ['TMPDIR'] + '/notes', 'w').write('mine')": "done",
    "open(os.environ['HOME'] + '/notes', 'w').write('mine')": "done",
    "open(__file__).read()": "done",
    "socket.create_connection(('127.0.0.1', {port}), 1)": "refused",
    "os.kill({pid}, 0)": "refused",
    "socket.socket(socket.AF_UNIX).connect({tmp!r} + '/door')": "refused",
    "socket.socket(socket.AF_UNIX)": "refused",
    "socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)": "refused",
    "one, other = socket.socketpair(); one.send(b'x')": "done",
    "open('/proc/sys/kernel/core_pattern', 'r+')": "refused",
    "open('/proc/sysrq-trigger', 'w')": "refused",
    "open('/sys/kernel/mm/transparent_hugepage/enabled', 'r+')": "refused",
    "open('/dev/file', 'w')": "refused",
    "os.mkdir('/etc/stolen')": "refused",
    "open('/etc/hostname', 'r+')": "refused",
    "open({secret!r}).read()": "refused",
    "socket.sethostname('mine')": "refused",
    "socket.socket(socket.AF_NETLINK, socket.SOCK_RAW)": "refused",
    "socket.socket(socket.AF_ALG, socket.SOCK_SEQPACKET)": "refused",
    "os.setuid(0)": "refused",
    "os.chroot('/tmp')": "refused",
    "os.mknod('/tmp/disk', 0o60666, os.makedev(8, 0))": "refused",
    "os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))": "refused",
    "os.nice(-5)": "refused",
    "open('/dev/tty')": "refused",
    "open('/dev/kmsg')": "refused",
    "CALL(C.klogctl(3, ctypes.create_string_buffer(99), 99) < 0)": "refused",
    "CALL(C.ptrace(16, 1, 0, 0) == 0 and open('/proc/1/status').read().count('Seccomp:\t2') != 1)": "done",
    "os.kill(1, 9)": "done",  # the first process inside does not mind
    "os.chown('/tmp', 1, 1)": "refused",
    "CALL(os.uname and C.mount(b'none', b'/', None, 0x1020, None))": "refused",
    "CALL(C.unshare(0x10000000))": "refused",
    "CALL(C.setns(os.open('/proc/1/ns/mnt', os.O_RDONLY), 0))": "refused",
    "assert 'CapEff:\\t0000000000000000' in open('/proc/self/status').read()": "done",
    "assert b'BOARDGAMES_TEST_MARK' not in open('/proc/1/environ', 'rb').read()": "done",
    "assert 'BOARDGAMES_TEST_MARK' not in os.environ": "done",
    "assert len([name for name in os.listdir('/proc') if name.isdecimal()]) <= 3": "done",
    "open('/tmp/big', 'wb').write(bytes(65 * 2**20))": "refused",
    "open('/dev/shm/big', 'wb').write(bytes(65 * 2**20))": "refused",
}


@pytest.fixture(scope="module")
def tried(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What became of each attempt, all by one program."""
    folder = tmp_path_factory.mktemp("walled")
    secret = Path(tempfile.mkdtemp(dir=folder.parent)) / "secret"  # not beside the program
    secret.write_text("dear diary")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BOARDGAMES_TEST_MARK", "secret")
        with socket.create_server(("127.0.0.1", 0)) as server, socket.socket(socket.AF_UNIX) as door:
            door.bind(str(folder / "door"))
            door.listen()
            known = {"tmp": str(folder), "port": server.getsockname()[1], "pid": os.getpid(), "secret": str(secret)}
            code = program_of([action.format(**known) for action in ATTEMPTS])
            letters = said(verdict_on(code, folder)).removeprefix("did ")
    assert not (folder / "stolen").exists()
    return dict(zip(ATTEMPTS, ({"d": "done", "r": "refused"}[letter] for letter in letters), strict=True))


@needs_bwrap
@cases("action", ATTEMPTS)
def test_what_the_sandbox_allows(action: str, tried: dict[str, str]) -> None:
    assert tried[action] == ATTEMPTS[action]


@needs_bwrap
def test_without_the_sandbox_the_same_is_possible(tmp_path: Path, left_over: object) -> None:
    """So that the test above can fail."""
    assert said(verdict_on(attempt(f"open({str(tmp_path)!r} + '/written', 'w')"), tmp_path, "none")) == "done"
    assert (tmp_path / "written").exists()


@needs_bwrap
def test_what_a_program_keeps_is_its_own_and_gone_after_the_game(tmp_path: Path, left_over: object) -> None:
    """Each of the two finds nothing of the other's, and so does the next."""
    code = "import os\nmine = os.environ['TMPDIR'] + '/mine'\nprint('mine', os.path.exists(mine))\nopen(mine, 'w')"
    for _ in range(2):
        assert said(verdict_on(code, tmp_path)) == "mine False"
    assert not Path("/tmp/mine").exists()


@pytest.mark.thorough
@needs_bwrap
def test_thousands_of_folders_in_folders_cost_no_time(tmp_path: Path, left_over: object) -> None:
    code = "import os\nos.chdir('/tmp')\nfor _ in range(3000):\n    os.mkdir('d'); os.chdir('d')\nprint('deep')"
    code += "\nfor n in range(3000): open(str(n), 'w')"
    begun = time.monotonic()
    assert said(verdict_on(code, tmp_path)) == "deep"
    assert time.monotonic() - begun < 20


@needs_bwrap
def test_a_program_that_sheds_its_environment_is_ended_too(tmp_path: Path, left_over: object) -> None:
    sleeper = f"boardgames-test-sleep-{os.getpid()}"
    code = (
        "import os\n"
        "if os.fork() == 0:\n"
        "    os.setsid()\n"
        f"    if os.fork() == 0: os.execve('/bin/sleep', [{sleeper!r}, '61'], {{}})\n"
        "    os._exit(0)\n"
        "print('away')"
    )
    assert said(verdict_on(code, tmp_path)) == "away"
    names = [path.read_bytes() for path in Path("/proc").glob("[0-9]*/cmdline")]
    assert not [name for name in names if name.startswith(sleeper.encode())]


def entrust(folder: Path, name: str, text: str = "the secret", mode: int = 0o644) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(mode)
    return path


def reads(folder: Path, paths: Sequence[str], program: str, masked: Sequence[str] = ()) -> str:
    """A letter for each path: whether a sandboxed program (its text is ``program``) could read it: ``y`` or ``n``."""
    script = entrust(folder, "bot", program.replace("PATHS", repr(list(paths))), 0o755)
    seats = [
        ProgramSeat(
            [f"./{script.name}"],
            bg.find("ur").protocol(),
            Limits(first_move_time=30),
            sandbox="bwrap",
            masked=masked,
        )
        for _ in range(2)
    ]
    return said(Referee(bg.Playthrough(bg.load("ur").start()), ["a", "b"], seats, SeededDice(1)).run())


READER = f"""#!{sys.executable}
import os
def can(path):
    try:
        return bool(os.listdir(path) if os.path.isdir(path) else open(path, 'rb').read(1))
    except OSError:
        return False
print('can', ''.join('y' if can(path) else 'n' for path in PATHS))
"""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home with a working folder in it."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (tmp_path / "home" / "arena").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "home" / "arena")
    return tmp_path / "home"


@needs_bwrap
@pytest.mark.parametrize(
    "first_line",
    [
        "#!{python} {rival} {cargo}",
        "#!/usr/bin/env -S {python} {rival} {cargo}",
        "#!/usr/bin/env -S X={rival} {python} {cargo}",
        "#!{cargo}",
        "#!/usr/bin/env cargo",
        "#!/usr/bin/env rival",
    ],
)
def test_the_text_of_a_program_opens_no_folder_of_a_person(
    first_line: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its first line may name what it likes; only the interpreter is looked for, by its bare name."""
    rival = entrust(home, "rivals/bin/rival", f"#!/bin/sh\nexec {sys.executable} $*\n", 0o755)
    cargo = entrust(home, ".cargo/bin/cargo", "#!/bin/sh\n", 0o755)
    secrets = [entrust(home, "rivals/book"), entrust(home, ".cargo/credentials.toml")]
    monkeypatch.setenv("PATH", f"{rival.parent}:{cargo.parent}:{os.environ['PATH']}")
    script = entrust(
        home, "arena/bot", first_line.format(python=sys.executable, rival=rival, cargo=cargo) + "\n", 0o755
    )
    mounts = sandbox.Mounts.around([f"./{script.name}"], dict(os.environ))
    for secret in secrets:
        assert not any(str(secret).startswith(path + "/") or path == str(secret) for path in mounts.readable), mounts


@needs_bwrap
def test_what_a_user_names_is_seen(home: Path) -> None:
    """The reader does read: so the test above and those below can fail."""
    friend = entrust(home, "friends/book")
    mounts = sandbox.Mounts.around(["python", str(friend)], dict(os.environ))
    assert str(friend.parent) in mounts.readable
    assert reads(home / "arena", [str(entrust(home, "arena/book"))], READER) == "can y"


@pytest.mark.skipif(sys.platform != "linux", reason="sandboxes are for Linux")
def test_folders_on_the_users_search_paths_are_seen_unless_they_are_covered(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sandbox, "COVERED", ("/var/tmp",))  # so that this test's folder is not in a covered one
    libraries = home.parent / "libraries"
    libraries.mkdir()
    (home / "mine").mkdir()
    environment = {**os.environ, "LD_LIBRARY_PATH": f"{libraries}:{home / 'mine'}:relative:/nowhere:"}
    readable = sandbox.Mounts.around(["true"], environment).readable
    assert str(libraries) in readable and str(home / "mine") not in readable and "/nowhere" not in readable


@needs_bwrap
def test_files_that_tell_of_the_game_are_masked_wherever_they_lie(home: Path) -> None:
    """Those of a database are more than one."""
    files = [entrust(home, f"arena/{name}") for name in ("m.db", "m.db-wal", "m.db-shm", "log", "cup.toml", "other")]
    masked = [str(home / "arena" / name) for name in ("m.db", "log", "cup.toml", "not-there", "-")]
    assert reads(home / "arena", [str(path) for path in files], READER, masked) == "can nnnnny"
    assert reads(home / "arena", [str(path) for path in files], READER) == "can yyyyyy"


@needs_bwrap
def test_the_seed_of_another_match_is_masked_too(home: Path) -> None:
    """Which may be played in the same folder at the same time."""
    names = ("m.db", "m.db-seed", "net-seed")
    files = [entrust(home, f"arena/{name}", mode=0o600) for name in names]
    assert reads(home / "arena", [str(path) for path in files], READER) == "can yny"


@needs_bwrap
@pytest.mark.parametrize("option", few(["--record", "--continue"], "--continue"))
def test_a_game_that_goes_on_hides_the_record_of_its_beginning(option: str, tmp_path: Path, run: Run) -> None:
    """Which tells the seed, and so the dice to come."""
    record = tmp_path / "game.json"
    whole = play_game("ur", "random", "random", seed=1)
    record.write_text(attrs.evolve(whole, verdict=None, actions=whole.actions[:9], times=()).json())
    when_asked = READER.replace("print(", "next(line for line in open(0) if line.startswith('go'))\nprint(")
    entrust(tmp_path, "bot", when_asked.replace("PATHS", repr([str(record)])), 0o755)
    go_on = ["--continue", str(record)] if option == "--continue" else ["ur", "--record", str(record)]
    words = ["--p1", "plain:./bot", "--p2", "plain:./bot", "--sandbox", "bwrap", "--show", "result"]
    assert "it said 'can n'" in run("play", *go_on, *words).stdout


@needs_bwrap
def test_what_is_not_the_programs_is_covered(home: Path) -> None:
    private = [
        path
        for path in ("/etc/shadow", "/etc/gshadow", "/etc/sudoers")
        if os.path.isfile(path) and os.access(path, os.R_OK)
    ]
    others = [str(entrust(home.parent, "neighbour/diary")), "/home", "/srv", "/var/lib", "/var/log", "/mnt", "/media"]
    others += ["/root"] if not str(home).startswith("/root") and not sys.base_prefix.startswith("/root") else []
    assert set(reads(home / "arena", [*private, *others], READER)[4:]) == {"n"}
    assert reads(home / "arena", ["/etc/passwd", "/usr/lib", "/etc"], READER) == "can yyy"


@needs_bwrap
def test_nobody_is_root_inside(home: Path) -> None:
    program = f"#!{sys.executable}\nimport os\nprint('ids', 0 in (*os.getresuid(), *os.getresgid()), PATHS)"
    assert reads(home / "arena", [], program).startswith("ids False")


@needs_bwrap
@pytest.mark.parametrize("place", few(["/srv", "/mnt"], "/srv"))
def test_a_folder_of_many_as_the_working_folder_shows_what_is_named_alone(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if os.geteuid() != 0 or not os.path.isdir(place):
        pytest.skip("only root can write there")
    monkeypatch.chdir(place)
    other = Path(place, f"boardgames-test-{os.getpid()}")
    script = Path(place, "bot")
    try:
        other.write_text("secret")
        assert reads(Path(place), [str(other), str(script)], READER) == "can ny"
    finally:
        other.unlink()
        script.unlink()


@pytest.mark.thorough
@needs_bwrap
@pytest.mark.parametrize("number", few([signal.SIGKILL, signal.SIGSEGV], signal.SIGSEGV))
def test_a_death_by_signal_is_told_as_one(number: signal.Signals, tmp_path: Path, left_over: object) -> None:
    """The sandbox ends with a status above 128 then; without a sandbox the same words are said."""
    for kind in ("bwrap", "none"):
        fault = verdict_on(f"import os\nos.kill(os.getpid(), {int(number)})\nos.pause()", tmp_path, kind).fault
        assert fault is not None and fault.kind == "crash"
        assert fault.detail.endswith(f"it was ended by signal {int(number)} ({signal.strsignal(number)})"), fault.detail
    fault = verdict_on("raise SystemExit(3)", tmp_path).fault
    assert fault is not None and "exited with status 3" in fault.detail


def test_a_sandbox_that_cannot_be_had_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "why_none", lambda: "there is no bwrap on this machine")
    with pytest.raises(NoSandbox, match="install bubblewrap"):
        require_sandbox("bwrap")
    assert require_sandbox("auto") is False
    assert require_sandbox("none") is False


def test_an_interpreter_that_is_the_link_of_a_link_is_seen(tmp_path: Path) -> None:
    """As in a virtual environment that was made by a Python that is itself a link, all of it in a covered folder."""
    real = tmp_path / "installed" / "bin" / "python3"
    link, second = tmp_path / "chosen" / "bin" / "python3", tmp_path / "environment" / "bin" / "python3"
    for path, target in ((real, os.path.realpath(sys.executable)), (link, str(real)), (second, str(link))):
        path.parent.mkdir(parents=True)
        path.symlink_to(target)
    mounts = sandbox.Mounts.around([str(second)], dict(os.environ))
    folders = {str(path.parent.parent) for path in (real, link, second)}
    assert folders <= set(mounts.readable)
