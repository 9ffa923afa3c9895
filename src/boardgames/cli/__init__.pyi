from .arguments import (
    GAME as GAME,
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
    takes_position as takes_position,
    write_file as write_file,
)
from .commands import COMMANDS as COMMANDS, command as command, main as main
from .contests.display import (
    ContestDisplay as ContestDisplay,
    print_contest as print_contest,
)
from .contests.match import STATUS as STATUS, report_benched as report_benched
from .contests.options import (
    ContestOptions as ContestOptions,
    finish_standings as finish_standings,
    report_interruption as report_interruption,
    report_stop as report_stop,
    takes_contest_options as takes_contest_options,
    usage_errors as usage_errors,
)
from .entrants import PLAYER as PLAYER, entered as entered
from .games.verify import ENDLESS as ENDLESS, takes_like as takes_like, takes_weights as takes_weights
from .options import declared as declared, option as option, takes as takes
from .output import print_note as print_note, print_result as print_result
from .programs import (
    LIMIT_OPTIONS as LIMIT_OPTIONS,
    LIMITS as LIMITS,
    ProgramOptions as ProgramOptions,
    require as require,
)
from .progress import now_and_then as now_and_then, progress_bar as progress_bar, status as status
from .serving import (
    EVERY_ADDRESS as EVERY_ADDRESS,
    PORT as PORT,
    host_option as host_option,
    listening as listening,
    on_signals as on_signals,
    port_option as port_option,
)
from .setting_options import (
    COUNT as COUNT,
    COUNT_OR_NONE as COUNT_OR_NONE,
    SEED as SEED,
    KindType as KindType,
    jobs_option as jobs_option,
    setting_option as setting_option,
    takes_options as takes_options,
)
