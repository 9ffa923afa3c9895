from .site import ArenaSite as ArenaSite
