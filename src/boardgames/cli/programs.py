"""The options that say how programs are run: their time, memory, sandbox and logs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import ExitStack
from pathlib import Path

import attrs

from boardgames.cli.arguments import mistakes
from boardgames.cli.options import LIMITS, OUTPUT, declared, file_option
from boardgames.cli.output import opened, standard_error
from boardgames.contest import Conditions
from boardgames.contest.settings import ContestSettings
from boardgames.core.model.options import as_words, option
from boardgames.referee import Limits, ProtocolLog
from boardgames.referee.safe_writer import copied_stderr

MIB = 1024 * 1024


@attrs.frozen(kw_only=True)
class ProgramOptions:
    """How programs are run, as chosen on the command line."""

    limits: Limits = attrs.field(factory=Limits)
    sandbox: str = declared(ContestSettings, "sandbox", section=LIMITS)
    log: Path | None = file_option("Append every line of the protocol to FILE.", OUTPUT)
    stderr: str = option("hide", "What to do with programs' stderr.", metavar="show|hide|FILE", section=OUTPUT)

    def words(self) -> list[str]:
        """The limits and the sandbox as on the command line, without those at their defaults.

        >>> ProgramOptions(limits=Limits(clock=(60.0, 0.5), memory=256 * MIB), sandbox="auto").words()
        ['--clock', '60+0.5', '--memory', '256', '--sandbox', 'auto']
        """
        words = as_words(self.limits)
        return words if self.sandbox == "none" else [*words, "--sandbox", self.sandbox]

    def conditions(self, files: ExitStack, masked: Iterable[Path | None] = ()) -> Conditions:
        """The conditions for all players; ``files`` closes what is opened for them.

        ``masked`` are files that no program in a sandbox can read.  Raises :class:`UserError`.
        """
        require(self.sandbox)
        hidden = (*masked, self.log, self._stderr_file)
        return Conditions(
            limits=self.limits,
            sandbox=self.sandbox,
            masked=tuple(str(path) for path in hidden if path is not None),
            log=None if self.log is None else ProtocolLog(opened(self.log, "a", "--log", files)),
            on_stderr=self._stderr(files),
        )

    @property
    def _stderr_file(self) -> Path | None:
        return None if self.stderr in ("hide", "show") else Path(self.stderr)

    def _stderr(self, files: ExitStack) -> Callable[[str, bytes], None] | None:
        if self.stderr == "hide":
            return None
        sink = standard_error() if self._stderr_file is None else opened(self._stderr_file, "a", "--stderr", files)
        return copied_stderr(sink)


def require(sandbox: str) -> None:
    """Raises :class:`UserError` where this machine has no such sandbox."""
    if sandbox == "none":
        return
    from boardgames.referee import NoSandbox, require_sandbox

    with mistakes(NoSandbox, prefix=f"--sandbox {sandbox}: "):
        require_sandbox(sandbox)
