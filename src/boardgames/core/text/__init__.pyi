from .markdown import listed as listed, wrapped as wrapped
from .printable import quoted as quoted, shown as shown
from .tables import (
    Rows as Rows,
    csv_table as csv_table,
    html_table as html_table,
    plain_table as plain_table,
)
