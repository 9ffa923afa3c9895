"""The results of tools: facts as text for a model and as JSON for programs, or a refusal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import CallToolResult, EmbeddedResource, TextContent, TextResourceContents


def refusal(code: str, sentence: str) -> ToolError:
    """The error of a mistake of the caller: its sentence, and its code in brackets."""
    return ToolError(f"{sentence} [{code}]")


def result(facts: Mapping[str, Any]) -> CallToolResult:
    """The facts as a model reads them, and as a program does; a picture is a part of its own."""
    content: list[Any] = [TextContent(type="text", text="\n".join(_lines(facts)))]
    if "svg" in facts:
        picture = TextResourceContents(uri="boardgames://board.svg", mime_type="image/svg+xml", text=facts["svg"])
        content.append(EmbeddedResource(type="resource", resource=picture))
    facts = {name: value for name, value in facts.items() if name != "svg"}
    return CallToolResult(content=content, structured_content=facts)


def _lines(facts: Mapping[str, Any]) -> Iterator[str]:
    for name, value in facts.items():
        if value is None or value in ([], {}) or name == "svg":
            continue
        if isinstance(value, str) and "\n" in value:
            yield f"{name}:\n{value}"
        elif isinstance(value, list) and isinstance(value[0], dict):
            yield f"{name}:"
            yield from (f"  {_words(part)}" for part in value)
        else:
            yield f"{name}: {_words(value)}"


def _words(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {_words(own)}" for name, own in value.items() if own is not None)
    if isinstance(value, list):
        return " ".join(map(_words, value))
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
