"""matplotlib's SVG made fit to stand in a page: small, titled, without colliding ids."""

from __future__ import annotations

import re
from collections.abc import Mapping
from xml.etree import ElementTree

_SVG = "{http://www.w3.org/2000/svg}"
_HREF = "{http://www.w3.org/1999/xlink}href"
_LONG = re.compile(r"(\d+\.\d{2})\d+")


def cleaned(
    text: str, *, name: str, title: str, description: str, colours: Mapping[str, str]
) -> str:
    """The figure alone: titled for screen readers, coordinates to two digits, ids under ``name``.

    ``colours`` maps colours to the custom properties of the page that replace them.
    """
    ElementTree.register_namespace("", _SVG.strip("{}"))
    root = ElementTree.fromstring(text)
    for metadata in root.findall(f"{_SVG}metadata"):
        root.remove(metadata)
    _rename(root, name)
    for tag, content in (("desc", description), ("title", title)):
        node = ElementTree.Element(f"{_SVG}{tag}", {"id": f"{name}--{tag}"})
        node.text = content
        root.insert(0, node)
    root.attrib.pop("width", None)
    root.attrib.pop("height", None)
    root.attrib |= {
        "role": "img",
        "aria-labelledby": f"{name}--title",
        "aria-describedby": f"{name}--desc",
    }
    found = _LONG.sub(r"\1", ElementTree.tostring(root, encoding="unicode"))
    for colour, variable in colours.items():
        found = found.replace(colour, f"var({variable})")
    return found


def _rename(root: ElementTree.Element, name: str) -> None:
    """Keep the ids that are referred to, each under the figure's own name."""
    used = set()
    for node in root.iter():
        if (link := node.attrib.pop(_HREF, None)) is not None:
            node.set("href", link)
        for value in node.attrib.values():
            used.update(re.findall(r"^#([\w-]+)$|url\(#([\w-]+)\)", value))
    known = {part for pair in used for part in pair if part}
    for node in root.iter():
        if node.get("id") in known:
            node.set("id", f"{name}--{node.get('id')}")
        else:
            node.attrib.pop("id", None)
        for key, value in node.attrib.items():
            if key == "href" and value.startswith("#"):
                node.set(key, f"#{name}--{value[1:]}")
            elif "url(#" in value:
                node.set(key, value.replace("url(#", f"url(#{name}--"))
