from . import generic as generic
from .action_losses import action_losses as action_losses
from .cache import cache_folder as cache_folder
from .generic.stored import rules_digest as rules_digest
from .loading import TableContents as TableContents, load as load
from .results import SolvedGame as SolvedGame, SolvedPosition as SolvedPosition
from .table_file import (
    Head as Head,
    Section as Section,
    TableFile as TableFile,
    UnreadableTable as UnreadableTable,
    write_table as write_table,
)
from .tablebase import (
    SOLVERS as SOLVERS,
    NoTablebase as NoTablebase,
    NotInTablebase as NotInTablebase,
    Progress as Progress,
    Solver as Solver,
    Tablebase as Tablebase,
    TablebaseFile as TablebaseFile,
    UnknownSolver as UnknownSolver,
    table as table,
)
