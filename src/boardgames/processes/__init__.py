"""Functions called in worker processes of this machine or on a Dask cluster: executors, as in the standard library."""
