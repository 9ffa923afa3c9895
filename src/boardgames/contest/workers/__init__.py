"""Playing planned games in this process, in worker processes or on a Dask cluster."""
