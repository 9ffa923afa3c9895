"""The style sheet of the drawings: colours and fonts, light and dark."""

from __future__ import annotations

from typing import Final, Literal

Theme = Literal["auto", "light", "dark"]

SHAPES: Final = """
text{text-anchor:middle;font-family:system-ui,"Segoe UI","Helvetica Neue",Arial,sans-serif}
.rim{stroke-width:6}
.last,.check{stroke-width:6}
.cell{fill:none;stroke-width:2.5}
.line{fill:none;stroke-width:4;stroke-linecap:round}
.wedge{stroke-width:2.5;stroke-linejoin:round}
.sign{fill:none;stroke:#1d150c;stroke-width:9;stroke-linecap:round;stroke-linejoin:round}
.sign.red{stroke:#b01c1c}
.letter{font-size:58px;font-weight:600;fill:#1d150c}
.letter.two{font-size:44px}
.letter.red{fill:#b01c1c}
.letter.on-side0,.letter.on-side2,.letter.on-side3{fill:#f4efe4}
.disc{stroke-width:2.5}
.ring{fill:none;stroke-width:2.5}
.blue-line{fill:none;stroke-width:4}
.coordinate{font-size:24px}
.inner{font-size:23px;paint-order:stroke;stroke-width:4}
.letters{font-size:50px;text-anchor:start;white-space:pre;font-family:"DejaVu Sans Mono",Menlo,Consolas,monospace}
.caption{font-size:36px}
.label{font-size:38px}
.badge{stroke:none}
.count{font-size:24px;font-weight:700}
.die{stroke-width:3;stroke-linejoin:round}
.edge{fill:none;stroke-width:2}
.number{font-size:48px;font-weight:600}
.unthrown{opacity:.45}
.hit{fill:transparent;stroke:none}
.choice{visibility:hidden}
"""

LIGHT: Final = """
.board{fill:#ecca90}
.rim{stroke:#a9793a}
.tray{fill:#8a6a3a;fill-opacity:.13}
.cell,.line{stroke:#5d4020}
.dot{fill:#5d4020}
.wedge{fill:#f8e2b4;stroke:#8f6629}
.disc.side0{fill:#2b2a2e;stroke:#0c0c0e}
.ring.side0{stroke:#6a6870}
.disc.side1{fill:#fcf9f0;stroke:#6d6453}
.ring.side1{stroke:#bdb29b}
.disc.side2{fill:#b8402f;stroke:#6d1f14}
.ring.side2{stroke:#e08f80}
.disc.side3{fill:#2f66a8;stroke:#173a66}
.ring.side3{stroke:#86b0e0}
.blue-field{fill:#2d5d8a;fill-opacity:.16}
.blue-line{stroke:#2d5d8a;stroke-opacity:.34}
.red-fill{fill:#b23a2e;fill-opacity:.85}
.sand-fill{fill:#f3d9a4}
.last{fill:#fdf9a0;fill-opacity:.5;stroke:#c9a21b}
.check{fill:#d8392b;fill-opacity:.55;stroke:#a81d12}
.coordinate{fill:#6b5a43}
.inner{fill:#5d4020;stroke:#ecca90}
.caption,.letters{fill:#2b241b}
.label{fill:#2b241b}
.chip rect,rect.chip{fill:#fbf3e2;stroke:#a9793a;stroke-width:2.5}
.badge{fill:#7a2a1e}
.count{fill:#fff}
.die{fill:#fdfbf5;stroke:#5a4a36}
.edge{stroke:#c9bca6}
.pip,.tip,.number{fill:#9c2a20}
"""

DARK: Final = """
.board{fill:#a47c46}
.rim{stroke:#6f5026}
.tray{fill:#e8cf9c;fill-opacity:.13}
.cell,.line{stroke:#33220e}
.dot{fill:#33220e}
.wedge{fill:#ecd3a0;stroke:#5f421a}
.disc.side0{fill:#1f1f23;stroke:#77747f}
.ring.side0{stroke:#5d5b64}
.disc.side1{fill:#f1ece0;stroke:#4d4537}
.ring.side1{stroke:#b3a88f}
.disc.side2{fill:#a83a2b;stroke:#f0a497}
.ring.side2{stroke:#e08f80}
.disc.side3{fill:#2f66a8;stroke:#a9cbf2}
.ring.side3{stroke:#86b0e0}
.blue-field{fill:#173a5c;fill-opacity:.35}
.blue-line{stroke:#173a5c;stroke-opacity:.45}
.red-fill{fill:#8e241b;fill-opacity:.95}
.sand-fill{fill:#e0bf83}
.last{fill:#f4f08c;fill-opacity:.35;stroke:#e8c845}
.check{fill:#d8392b;fill-opacity:.6;stroke:#ff8a7a}
.coordinate{fill:#b8aa93}
.inner{fill:#1f1408;stroke:#a47c46}
.caption,.letters{fill:#e9e2d5}
.label{fill:#e9e2d5}
.chip rect,rect.chip{fill:#3a3127;stroke:#8d6a38;stroke-width:2.5}
.badge{fill:#d9a441}
.count{fill:#221a10}
.die{fill:#f1ece0;stroke:#2c2418}
.edge{stroke:#bdb199}
.pip,.tip,.number{fill:#9c2a20}
"""


def style(theme: Theme) -> str:
    """The style sheet of a theme.  Its rules apply to drawings of this theme only, so a page can have several."""
    if theme == "auto":
        return _bound(SHAPES + LIGHT, theme) + f"@media (prefers-color-scheme:dark){{{_bound(DARK, theme)}}}"
    return _bound(SHAPES + (DARK if theme == "dark" else LIGHT), theme)


def _bound(rules: str, theme: Theme) -> str:
    lines = []
    for rule in filter(None, rules.splitlines()):
        selectors, _, body = rule.partition("{")
        lines.append(",".join(f".bg-{theme} {selector}" for selector in selectors.split(",")) + "{" + body)
    return "".join(lines)
