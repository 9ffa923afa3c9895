"""A static site: the page of ``boardgames web`` without a server, as a folder of files.

:func:`build` writes the folder.  Each of its pages that needs Python starts a worker of the browser,
in which Pyodide (CPython as WebAssembly) runs this library: the same players, referee, event log and
drawings as on a server.  Nothing else than the folder's files is loaded, so it works under any path of
any static host, and without a network once it is loaded.

How a page runs Python:

- ``python.js`` has the class ``Python``: it starts the worker, tells how far it is loaded, and calls functions::

      import { Python } from "./python.js";
      const python = new Python({ report: (sentence) => ..., receive: (topic, text) => ... });
      await python.call("boardgames_site.play:receive", ['{"do": "undo"}']);
      python.stop(); // ends the worker, whatever it does; the next call starts another

  ``call`` names a function ``module:name`` and gives its arguments, which travel as JSON; so does its
  result.  A function may be a coroutine function.  A call that raises rejects with the message of the
  exception (``error.kind`` is the exception's name, ``error.traceback`` its traceback); ``seconds`` as the
  third argument of ``call`` ends the worker if there is no answer in time.
- ``worker.js`` is the worker.  It loads Pyodide, unpacks ``packages.zip`` and answers through
  :mod:`boardgames_site.worker`.
- :func:`boardgames_site.worker.post` sends a text from Python to the page, at any time, under a topic
  (``receive`` of ``Python``).
- :mod:`boardgames_site.play` plays at a table: :class:`~boardgames_site.play.BrowserTable` in place of
  the server's :class:`~boardgames.web.table.Table`; ``table.js`` draws it.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
