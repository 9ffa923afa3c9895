"""``boardgames site``: play in a browser with no installation."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import attrs
import click

from boardgames.cli import Command, file_option, mistakes, now_and_then, takes
from boardgames.core.model import option
from boardgames.core.text import printable
from boardgames.processes import interruptible

MEGABYTE: Final = 1e6


@attrs.frozen(kw_only=True)
class SiteOptions:
    """The sources of the pages, and whether a folder may be written over."""

    pyodide: Path | None = file_option(
        "Take Pyodide from here, not from npm's registry: its npm package, or the folder with its files.",
        kind=click.Path(exists=True, path_type=Path),
        metavar="FOLDER|TARBALL",
    )
    docs: Path | None = file_option(
        "The folder of the documentation and the course.  [default: as installed]",
        kind=click.Path(exists=True, file_okay=False, path_type=Path),
        metavar="FOLDER",
    )
    force: bool = option(False, "Write into a folder that is not empty and was not built by this command.")


@click.command(cls=Command)
@click.argument("out", type=click.Path(path_type=Path))
@takes(SiteOptions)
def site(out: Path, options: SiteOptions) -> None:
    """Build a folder of web pages on which everybody can play, with no installation.

    Python runs in the reader's browser. Any host of files can serve the folder OUT,
    under any path, as GitHub Pages does; on this machine: python -m http.server -d OUT.
    Nothing is loaded from another host. The course and the documentation are part
    of it: code in editors, exercises that check themselves, a page for a game of one's own.

    Python for browsers (Pyodide, 6 MB) is fetched from npm's registry, once: it is
    kept in the cache. OUT is created, or built again if this command built it.

    \b
    Examples:
      boardgames site public
      boardgames site public --pyodide pyodide-314.0.7.tgz
      python -m http.server -d public

    \b
    Exit status:
      2    wrong usage, a folder of somebody else, no Pyodide, another installation of this
           library, a file that cannot be written
    """
    from boardgames_site import NoDocs, NoPackage, NotOurs, build

    def say(done: int, total: int) -> str:
        return f"Pyodide: {done / MEGABYTE:.1f} of {total / MEGABYTE:.1f} MB"

    report = now_and_then(say, every=1.0)
    with interruptible(), mistakes(NotOurs, NoPackage, NoDocs):
        built = build(out, pyodide=options.pyodide, docs=options.docs or True, force=options.force, report=report)
    for name, reason in built.left_out.items():
        click.echo(f"{name} is left out: {printable(reason)}", err=True)
    for part, size in built.parts.items():
        click.echo(f"{part:15} {size / MEGABYTE:6.2f} MB", err=True)
    click.echo(f"{'in all':15} {built.size / MEGABYTE:6.2f} MB", err=True)
    click.echo(f"{out} is built. To look at it: python -m http.server -d {out}, then http://localhost:8000", err=True)
