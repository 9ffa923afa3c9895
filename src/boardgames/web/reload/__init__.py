"""``boardgames web --reload``: rules that are loaded again when their file is saved, while the game goes on.

The command holds the listening socket and runs no rules.  It starts a server of the page for each version of them:

- :mod:`~boardgames.web.reload.reloader` starts the servers, and ends one that does not answer;
- :mod:`~boardgames.web.reload.written_server` is such a server;
- :mod:`~boardgames.web.reload.checks` looks at each value that the rules return;
- :mod:`~boardgames.web.reload.mistake` is a mistake in the rules, with its file and line;
- :mod:`~boardgames.web.reload.watch` notices that a file was saved.
"""
