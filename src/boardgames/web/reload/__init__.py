"""``boardgames web --reload``: rules that are loaded again when their file is saved, while the game goes on.

The rules run in a process of their own, so a mistake in them, an endless loop too, ends that process at most:

- :mod:`~boardgames.web.reload.mistake` is a mistake in the rules, with its file and line;
- :mod:`~boardgames.web.reload.checks` looks at each value that the rules return;
- :mod:`~boardgames.web.reload.serve_rules` is the program of the process;
- :mod:`~boardgames.web.reload.rules_process` starts it, asks it, and ends it when it does not answer;
- :mod:`~boardgames.web.reload.remote_rules` are the game and its states as the server knows them;
- :mod:`~boardgames.web.reload.watch` notices that a file was saved;
- :mod:`~boardgames.web.reload.reloader` puts the new rules under the game that is played.
"""
