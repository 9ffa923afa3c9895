from .widget import BoardWidget as BoardWidget
