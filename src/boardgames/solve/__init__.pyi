from .cache import cache_folder as cache_folder
