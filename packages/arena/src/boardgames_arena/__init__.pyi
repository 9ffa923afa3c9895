from .accounts import Refused as Refused
from .client import connect as connect
from .export import as_csv as as_csv, as_html as as_html, as_json as as_json, as_text as as_text
from .home_bot import CannotConnect as CannotConnect, TurnedAway as TurnedAway
from .ladder import Ladder as Ladder, Standing as Standing, read_ladder as read_ladder
from .server import Server as Server
from .session import Ending as Ending
from .settings import ArenaSettings as ArenaSettings
from .store import ArenaStore as ArenaStore
