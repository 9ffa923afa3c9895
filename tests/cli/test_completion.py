"""Each shell, run for real, completes commands, games, presets and players."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

BIN = str(Path(sys.executable).parent)

BASH = """
eval "$(boardgames completion bash)"
compopt() { :; }
COMP_LINE="boardgames $1"; COMP_POINT=${#COMP_LINE}
_boardgames_completion boardgames
printf '%s\\n' "${COMPREPLY[@]}"
"""

FISH = """
boardgames completion fish | source
complete -C "boardgames $argv[1]" | cut -f 1
"""

ZSH = """
zmodload zsh/zpty
zpty shell zsh -f -i
say() { zpty -w shell "$1" }
say "PS1= PS2= ; autoload -Uz compinit; compinit -u -D; setopt no_beep; zstyle ':completion:*' menu no"
say 'eval "$(boardgames completion zsh)"'
say 'compadd() { local -a offered; builtin compadd -O offered "$@"; print -l -r -- ${offered/#/OFFERED } > '$2'; }'
zpty -w -n shell "boardgames $1"$'\\t'
for i in {1..200}; do [[ -s $2 ]] && break; sleep 0.05; done
sed 's/^OFFERED //' $2
"""

ENDS = [
    ("per", "perft"),
    ("play minis", "minishogi"),
    ("play ur:preset=fin", "ur:preset=finkel"),
    ("play ur --p1 alpha", "alphabeta"),
    ("bot minishogi alphabeta:lev", "alphabeta:level="),
]


def offered(shell: str, line: str, tmp_path: Path) -> list[str]:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    arguments = {
        "bash": ["bash", "--norc", "-c", BASH, "bash", line],
        "fish": ["fish", "--no-config", "-c", FISH, line],
        "zsh": ["zsh", "-f", "-c", ZSH, "zsh", line, str(tmp_path / "offered")],
    }
    environment = {**os.environ, "PATH": BIN + os.pathsep + os.environ["PATH"], "HOME": str(tmp_path)}
    done = subprocess.run(arguments[shell], env=environment, capture_output=True, text=True, timeout=60, check=True)
    assert "Traceback" not in done.stderr
    return done.stdout.split()


@pytest.mark.thorough
@pytest.mark.parametrize("shell", ["bash", "fish", "zsh"])
@pytest.mark.parametrize(("line", "end"), ENDS)
def test_a_shell_completes(shell: str, line: str, end: str, tmp_path: Path) -> None:
    if shell == "bash":  # it keeps what stands before : and =
        end = end[max(line.split()[-1].rfind(mark) for mark in ":=") + 1 :]
    assert offered(shell, line, tmp_path) == [end]


def test_bash_completes_a_preset(tmp_path: Path) -> None:
    assert "masters" in offered("bash", "play ur:preset=", tmp_path)


def test_files_are_offered_where_no_player_has_the_name(tmp_path: Path) -> None:
    environment = {**os.environ, "COMP_WORDS": "boardgames play ur --p1 ./my", "COMP_CWORD": "4"}
    environment["_BOARDGAMES_COMPLETE"] = "zsh_complete"
    done = subprocess.run([f"{BIN}/boardgames"], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.split()[0] == "file"
