from .client import connect as connect
