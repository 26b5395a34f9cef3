"""Looks at pages in a real browser: what they load, whether they fit, whether they can be read."""

from __future__ import annotations

import json
import re
import subprocess
from html import escape, unescape
from pathlib import Path
from typing import Any

from tests.reliability import need_tools

BROWSER = "chromium"
LIGHT, DARK = 1, 0  # as the engine numbers them
TIMEOUT = 120
SWITCHES = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-extensions"),
)
MEASURE = """
const rgb = text => (text.match(/[\\d.]+/g) || [0, 0, 0, 0]).map(Number);
const light = color => rgb(color).slice(0, 3).map(c => c / 255)
  .map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
  .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
const behind = (view, node) => {
  for (; node; node = node.parentElement) {
    const color = view.getComputedStyle(node).backgroundColor;
    if (rgb(color)[3] !== 0) return color;
  }
  return "rgb(255, 255, 255)";
};
const contrast = (view, node) => {
  const [a, b] = [light(view.getComputedStyle(node).color), light(behind(view, node))].sort((x, y) => y - x);
  return (a + 0.05) / (b + 0.05);
};
const measured = frame => {
  const view = frame.contentWindow, page = frame.contentDocument;
  const all = [...page.body.querySelectorAll("*")];
  const texts = all.filter(node => [...node.childNodes].some(n => n.nodeType === 3 && n.data.trim()));
  return {
    width: view.innerWidth,
    needs: page.documentElement.scrollWidth,
    cut: [...page.querySelectorAll(".scroll")].filter(n => n.scrollWidth > n.clientWidth).map(n => n.innerText),
    loads: view.performance.getEntriesByType("resource").map(entry => entry.name),
    moves: [...page.querySelectorAll("a.move")].map(a => [a.innerText, a.href]),
    orders: [...page.querySelectorAll("a.order")].map(a => [a.innerText, a.href]),
    small: Math.min(...texts.map(node => parseFloat(view.getComputedStyle(node).fontSize))),
    contrast: Math.min(...texts.map(node => contrast(view, node))),
    ground: view.getComputedStyle(page.body).backgroundColor,
  };
};
window.onload = () => {
  const found = [...document.querySelectorAll("iframe")].map(measured);
  document.body.innerHTML = "<pre id=found></pre>";
  document.getElementById("found").innerText = JSON.stringify(found);
};
"""


def look(folder: Path, pages: list[str], width: int, scheme: int = LIGHT) -> list[dict[str, Any]]:
    """Shows pages in frames of a width, light or dark, and returns what a script measured in each."""
    need_tools(BROWSER)
    frames = "".join(f'<iframe style="width:{width}px;border:0" srcdoc="{escape(page)}"></iframe>' for page in pages)
    path = folder / "pages.html"
    path.write_text(f"<!DOCTYPE html><meta charset=utf-8>{frames}<script>{MEASURE}</script>", "utf-8")
    settings = (f"--blink-settings=preferredColorScheme={scheme}", f"--user-data-dir={folder / 'browser'}")
    command = [BROWSER, *SWITCHES, *settings, "--dump-dom", path.as_uri()]
    dom = subprocess.run(command, capture_output=True, timeout=TIMEOUT, check=True).stdout.decode()
    found = re.search(r'<pre id="found">(.*?)</pre>', dom, re.S)
    assert found, dom[:2000]
    return list(json.loads(unescape(found[1])))
