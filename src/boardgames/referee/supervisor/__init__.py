"""The supervisor: a small process between the referee and a program, which loses nothing that the program starts.

A program of its own, run by :mod:`boardgames.referee.supervisors` on Linux as
``python -I -S FOLDER``.  It imports nothing but the standard library and its own
modules, so that it starts in milliseconds::

    referee ─── fork server ─┬─ supervisor ── program ── all that it starts
                             └─ supervisor ── program ── ...

A supervisor is a *subreaper*: a process whose parent ends becomes the
supervisor's own child, however it was started and whatever it did to its session,
its environment or its name.  So a program's processes are exactly the
supervisor's descendants, and when the supervisor has no child left, nothing is
left.  It counts them, measures their memory, and ends them all when it is told to
and when the referee is gone (also after ``kill -9``).  A supervisor serves one
program after another.

The fork server forks supervisors when asked, and ends what is left of a program
whose supervisor was itself killed.
"""
