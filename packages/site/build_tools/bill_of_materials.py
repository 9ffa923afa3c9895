"""A wheel tells what of others it carries: a CycloneDX bill of materials, in ``.dist-info/sboms`` as PEP 770 has it."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any, Final

from setuptools.command.bdist_wheel import bdist_wheel

LOCK: Final = Path(__file__).parent / "editor" / "package-lock.json"
CARRIED_IN: Final = "boardgames_site/lessons/assets/editor.js"
FILE: Final = Path("sboms", "abstract-boardgames-site.cdx.json")


def components() -> list[dict[str, Any]]:
    """The packages that the course's editor is bundled from; what only bundles them is left out."""
    packages = json.loads(LOCK.read_text(encoding="utf-8"))["packages"]
    return [
        {
            "type": "library",
            "bom-ref": f"pkg:npm/{name.replace('@', '%40')}@{package['version']}",
            "name": name,
            "version": package["version"],
            "purl": f"pkg:npm/{name.replace('@', '%40')}@{package['version']}",
            "licenses": [{"license": {"id": package["license"]}}],
            "hashes": [{"alg": "SHA-512", "content": _hexadecimal(package["integrity"])}],
            "evidence": {"occurrences": [{"location": CARRIED_IN}]},
        }
        for path, package in packages.items()
        if (name := path.removeprefix("node_modules/")) and not package.get("dev")
    ]


def _hexadecimal(integrity: str) -> str:
    """The hash that npm gives in base64."""
    return base64.b64decode(integrity.removeprefix("sha512-")).hex()


def bill(version: str) -> dict[str, Any]:
    """The bill of materials of a wheel; without a date or a number of its own, so that equal wheels stay equal."""
    ours = f"pkg:pypi/abstract-boardgames-site@{version}"
    carried = components()
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "library",
                "bom-ref": ours,
                "name": "abstract-boardgames-site",
                "version": version,
                "purl": ours,
                "licenses": [{"license": {"id": "MIT"}}],
            }
        },
        "components": carried,
        "dependencies": [{"ref": ours, "dependsOn": [component["bom-ref"] for component in carried]}],
    }


class WheelWithBill(bdist_wheel):
    """Puts the bill of materials beside the wheel's metadata."""

    def egg2dist(self, egginfo_path: str, distinfo_path: str) -> None:
        super().egg2dist(egginfo_path, distinfo_path)
        file = Path(distinfo_path, FILE)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(bill(self.distribution.get_version()), indent=1) + "\n", encoding="utf-8")
