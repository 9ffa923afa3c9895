import boardgames.core.lookup.tablebase

from . import generic as generic
from .action_losses import action_losses as action_losses
from .cache import cache_folder as cache_folder
from .generic.stored import rules_digest as rules_digest
from .loading import load as load
from .table_file import (
    Head as Head,
    Section as Section,
    TableFile as TableFile,
    UnreadableTable as UnreadableTable,
    write_table as write_table,
)

NoTablebase = boardgames.core.lookup.tablebase.NoTablebase
NotInTablebase = boardgames.core.lookup.tablebase.NotInTablebase
Tablebase = boardgames.core.lookup.tablebase.Tablebase
table = boardgames.core.lookup.tablebase.table
