from .schema import (
    BENCHED as BENCHED,
    FinishedGame as FinishedGame,
    KeptGame as KeptGame,
    by_pair as by_pair,
)
from .sqlite_file import BadStore as BadStore
from .store import Store as Store
