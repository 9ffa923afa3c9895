from .boards import Boards as Boards
from .graph import graph as graph
from .page import page as page
from .plot import Plot as Plot
from .style import Theme as Theme
from .svg import svg as svg
from .tables import Rows as Rows, csv_table as csv_table, html_table as html_table
