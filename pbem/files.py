"""Where grammars and facts lie (the checkout or the wheel), and a cache of what was read from them."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

_HERE = os.path.dirname(os.path.abspath(__file__))
_INSTALLED = os.path.join(_HERE, "_data")
_ROOT = _INSTALLED if os.path.isdir(_INSTALLED) else os.path.dirname(_HERE)


def data_path(*parts: str) -> Path:
    """The path of a file of ours, such as data_path("games", "mygame", "components.yaml")."""
    from pathlib import Path

    return Path(_ROOT, *parts)


def own_path(*parts: str) -> str:
    """The same as data_path, without loading pathlib: for what every turn needs."""
    return os.path.join(_ROOT, *parts)


def cache_dir() -> Path:
    """The user's cache folder for pbem; `PBEM_CACHE` moves it."""
    from pathlib import Path

    return Path(_cache_folder())


def _cache_folder() -> str:
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return os.environ.get("PBEM_CACHE") or os.path.join(base, "pbem")


def read_facts(path: str | Path) -> dict[str, Any]:
    """Reads a YAML file of facts; a JSON copy in the cache saves the YAML reader on every later start."""
    where = os.fspath(path)
    stat = os.stat(where)
    folder, name = os.path.split(where)
    name = f"{os.path.basename(folder)}-{os.path.splitext(name)[0]}-{stat.st_size}-{stat.st_mtime_ns}.json"
    copy = os.path.join(_cache_folder(), name)
    try:
        with open(copy, "rb") as file:
            cached: dict[str, Any] = json.loads(file.read())
        if cached["path"] == where:
            facts: dict[str, Any] = cached["facts"]
            return facts
    except (OSError, ValueError, KeyError, TypeError):
        pass
    facts = _load_yaml(where)
    write_cache(copy, json.dumps({"path": where, "facts": facts}).encode())
    return facts


def _load_yaml(path: str) -> dict[str, Any]:
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    with open(path, "rb") as file:
        facts = yaml.load(file, Loader=loader)
    return _string_keys(facts)  # type: ignore[no-any-return]


def _string_keys(value: Any) -> Any:
    """Makes keys text, as JSON has them, so that cached and fresh facts are the same."""
    if isinstance(value, dict):
        return {str(k): _string_keys(v) for k, v in value.items()}
    return [_string_keys(v) for v in value] if isinstance(value, list) else value


def write_cache(path: str, content: bytes) -> None:
    """Writes a cache file if it can; a cache that cannot be written is no error."""
    temporary = f"{path}.{os.getpid()}"
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(temporary, "wb") as file:
            file.write(content)
        os.replace(temporary, path)
    except OSError:
        pass
