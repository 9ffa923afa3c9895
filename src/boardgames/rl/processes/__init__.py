"""The games of a vector environment in several processes that share the memory of its arrays.

:mod:`.batch_processes` is the side of the caller, :mod:`.worker` what each process
runs, :mod:`.shared_arrays` the memory between them, :mod:`.moved_arrays` how a batch writes there without a copy.
"""
