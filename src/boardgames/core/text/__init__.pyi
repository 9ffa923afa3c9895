from .printable import quoted as quoted, shown as shown
