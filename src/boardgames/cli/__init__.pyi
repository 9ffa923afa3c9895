from .arguments import (
    GAME as GAME,
    POSITION as POSITION,
    Chosen as Chosen,
    GameType as GameType,
    Interrupted as Interrupted,
    MachineError as MachineError,
    UserError as UserError,
    files_used as files_used,
    mistakes as mistakes,
    require_writable as require_writable,
    says_when_interrupted as says_when_interrupted,
    start as start,
    write_file as write_file,
)
from .commands import COMMANDS as COMMANDS, command as command, main as main
from .contests.display import ContestDisplay as ContestDisplay
from .contests.match import STATUS as STATUS
from .contests.options import (
    ContestOptions as ContestOptions,
    finish as finish,
    takes_contest_options as takes_contest_options,
    usage_errors as usage_errors,
)
from .entrants import (
    PLAYER as PLAYER,
    SETTING as SETTING,
    WORD as WORD,
    WORDS as WORDS,
    PlayerOption as PlayerOption,
    entrant_of as entrant_of,
)
from .games.verify import LadderOptions as LadderOptions
from .options import (
    COUNT as COUNT,
    COUNT_OR_NONE as COUNT_OR_NONE,
    FILE as FILE,
    JSON as JSON,
    LIMITS as LIMITS,
    MORE as MORE,
    OUTPUT as OUTPUT,
    Command as Command,
    declared as declared,
    file_option as file_option,
    jobs_option as jobs_option,
    seed_option as seed_option,
    takes as takes,
)
from .output import print_note as print_note, print_result as print_result
from .programs import ProgramOptions as ProgramOptions, require as require
from .progress import now_and_then as now_and_then, progress_bar as progress_bar, status as status
from .serving import (
    EVERY_ADDRESS as EVERY_ADDRESS,
    PORT as PORT,
    host_option as host_option,
    listening as listening,
    on_signals as on_signals,
    port_option as port_option,
)
