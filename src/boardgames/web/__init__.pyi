from . import pages as pages
from .allowance import Allowance as Allowance
from .connection import Connection as Connection
from .connection_limits import (
    IS_WAITING as IS_WAITING,
    ConnectionLimits as ConnectionLimits,
    one_log_line_per_kind as one_log_line_per_kind,
)
from .handlers import (
    SHARED_ROUTES as SHARED_ROUTES,
    NoPage as NoPage,
    Refusals as Refusals,
    read_fields as read_fields,
    record_response as record_response,
    replay_response as replay_response,
)
from .json_message import BadMessage as BadMessage, FieldCheck as FieldCheck, fits as fits, read_message as read_message
from .language.folders import in_languages as in_languages, language_folder as language_folder
from .language.requests import in_language as in_language, language_of as language_of
from .language.templates import environment as environment
from .lobby import Lobby as Lobby
from .messages import (
    MAX_ACTION as MAX_ACTION,
    ChooseSpots as ChooseSpots,
    NewGame as NewGame,
    PlayAction as PlayAction,
    RequestUndo as RequestUndo,
    TableMessage as TableMessage,
    read_table_message as read_table_message,
)
from .page_feed import PageFeed as PageFeed
from .pages import table_page as table_page, templates as templates
from .permissions import NotAllowed as NotAllowed, Permissions as Permissions
from .reload.mistake import Mistake as Mistake
from .security import FOREIGN as FOREIGN, SecurityMiddleware as SecurityMiddleware
from .server import host_names as host_names, listen as listen, make_server as make_server
from .table import MAX_PAGES as MAX_PAGES, Table as Table
