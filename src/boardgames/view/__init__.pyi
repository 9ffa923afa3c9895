from .boards import Boards as Boards
from .document import document as document, packaged_text as packaged_text, report_sheet as report_sheet, table as table
from .graph import graph as graph
from .html_template import Html as Html, fill as fill, joined as joined
from .page import (
    acting_seat as acting_seat,
    move_text as move_text,
    page as page,
    sentence as sentence,
    side_name as side_name,
)
from .plot import Plot as Plot
from .replay import Replay as Replay
from .style import Theme as Theme, style as style
from .svg import svg as svg
from .tables import Rows as Rows, csv_table as csv_table, html_table as html_table, plain_table as plain_table
