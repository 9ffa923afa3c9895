from .commands import COMMANDS as COMMANDS, command as command, main as main
