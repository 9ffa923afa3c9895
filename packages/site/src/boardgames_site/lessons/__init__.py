"""The course in the browser: chapters as pages, their code in editors, their exercises checked, their game on a board.

Two halves, of which neither imports the other:

- **When the site is built**, :mod:`~boardgames_site.lessons.pages` renders ``docs/`` as pages; what of a page is the
  reader's own code, :mod:`~boardgames_site.lessons.blocks` says.
- **In the browser**, a worker runs Python. A page calls the functions of :mod:`~boardgames_site.lessons.calls`.
  :mod:`~boardgames_site.lessons.workspace` has the reader's files, :mod:`~boardgames_site.lessons.program` runs one,
  :mod:`~boardgames_site.lessons.examples` the examples of a page, :mod:`~boardgames_site.lessons.board` shows a game of
  the reader's own, :mod:`~boardgames_site.lessons.ladder` tries it, and :mod:`~boardgames_site.lessons.mistake` says
  what is wrong at which line.

All state is the page's: a call carries the files, and the actions of the game on the board. So the worker can be ended
at any time, which is how an endless loop is stopped. Nothing here starts a thread or a process.
A program, which may be a stranger's, sees no more than it needs (:mod:`~boardgames_site.lessons.sandbox`), and the page
takes from a picture only what is drawn (``clean_picture.js``).
"""
