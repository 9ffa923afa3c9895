"""``boardgames completion``: what a shell offers at the Tab key."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import click
from click.shell_completion import (
    BashComplete,
    CompletionItem,
    add_completion_class,
    get_completion_class,
    split_arg_string,
)

from boardgames.cli.options import Command

SHELLS = ("bash", "zsh", "fish")


class WholeWords(BashComplete):
    """Bash, which breaks words at ``:`` and ``=``: a game with options is one word of ours and several of its own."""

    source_template = """\
%(complete_func)s() {
    local IFS=$'\\n' response completion type value
    response=$(env COMP_LINE="$COMP_LINE" COMP_POINT="$COMP_POINT" %(complete_var)s=bash_complete "$1")
    COMPREPLY=()
    for completion in $response; do
        IFS=',' read -r type value <<< "$completion"
        case $type in
            dir) compopt -o dirnames ;;
            file) compopt -o default ;;
            *) COMPREPLY+=("$value"); [[ $value == *[:=] ]] && compopt -o nospace ;;
        esac
    done
}
complete -o nosort -F %(complete_func)s %(prog_name)s
"""

    def get_completion_args(self) -> tuple[list[str], str]:
        line = os.environ["COMP_LINE"].encode()[: int(os.environ["COMP_POINT"])].decode(errors="replace")
        words = split_arg_string(line)
        return (words[1:-1], words[-1]) if line == line.rstrip() else (words[1:], "")

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem[str]]:
        items = super().get_completions(args, incomplete)
        begun = len(incomplete) - len(re.split("[:=]", incomplete)[-1])  # Bash keeps that part
        return [CompletionItem(item.value[begun:] if item.type == "plain" else item.value, item.type) for item in items]


add_completion_class(WholeWords)


@click.command(cls=Command)
@click.argument("shell", type=click.Choice(SHELLS))
def completion(shell: str) -> None:
    """Print a script that lets SHELL complete commands, games and players.

    \b
    Set it up for good with one line:
      bash  eval "$(boardgames completion bash)"        in ~/.bashrc
      zsh   eval "$(boardgames completion zsh)"         in ~/.zshrc, after compinit
      fish  boardgames completion fish | source         in ~/.config/fish/config.fish
    """
    name, kind = Path(sys.argv[0]).name, get_completion_class(shell)
    assert kind is not None
    root = click.get_current_context().find_root().command
    click.echo(kind(root, {}, name, f"_{name.replace('-', '_')}_COMPLETE".upper()).source())
