"""The games of a vector environment in several processes that share the memory of its arrays.

:mod:`.batch_processes` is the side of the caller, which plays a share of the games itself, :mod:`.worker` what each
other process runs, :mod:`.shared_batch` the games of a share, :mod:`.shared_arrays` the memory between the processes,
:mod:`.moved_arrays` how a batch writes there without a copy, and :mod:`.processor` keeps the others off the processor
that the caller plays on.
"""
