"""Looks a configuration over and says in plain words what is wrong and what to do about it."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec
from shutil import which
from typing import NamedTuple

from pbem.gamefile.seal import key_path
from pbem.mail.config import Config, Server
from pbem.mail.post import game_files

SAFE_PYTHON = (3, 11, 15)
HERE = ("localhost", "127.0.0.1", "::1")


class Finding(NamedTuple):
    """One thing that was looked at."""

    fine: bool
    text: str


def examine(config: Config, connect: bool = True) -> list[Finding]:
    """Everything there is to look at; `connect` tries the servers."""
    found = [_python(), _games(config), _queue(config), *_addresses(config), *_host(config), *_packages(config)]
    found += [*_secrets(config), *_levels(config), *_sending(config)]
    if connect:
        found += [*_smtp(config), *_imap(config), *_lmtp(config)]
    host = config.judge.address.rpartition("@")[2]
    return [*found, Finding(True, f"so that its mails arrive, {host} needs SPF and DKIM; ask whoever runs its DNS")]


def _python() -> Finding:
    version = ".".join(map(str, sys.version_info[:3]))
    if (3, 11) <= sys.version_info[:3] < SAFE_PYTHON:
        return Finding(
            True, f"Python {version} has known faults in its mail package; pbem works around them, 3.11.15 mends them"
        )
    return Finding(True, f"Python {version}")


def _games(config: Config) -> Finding:
    if not os.path.isdir(config.games):
        return Finding(False, f"games: there is no folder {config.games}; make it and put game files there")
    files = game_files(config.games)
    without = [path for path in files.values() if not os.path.exists(key_path(path))]
    if without:
        return Finding(False, f"games: no key beside {', '.join(without)}; without it nobody can move")
    if not files:
        return Finding(False, f"games: there is no game in {config.games}; make one there with `pbem new`")
    return Finding(True, f"games: {len(files)} in {config.games}")


def _queue(config: Config) -> Finding:
    folder = config.queue
    while not os.path.isdir(folder) and os.path.dirname(folder) != folder:
        folder = os.path.dirname(folder)
    if not os.access(folder, os.W_OK):
        return Finding(False, f"queue: {folder} cannot be written to")
    bad = os.path.join(config.queue, "bad")
    aside = len([n for n in os.listdir(bad) if n.endswith(".eml")]) if os.path.isdir(bad) else 0
    why = f"; {aside} mails were put aside in bad/, the .txt beside each says why" if aside else ""
    return Finding(not aside, f"queue: {config.queue}{why}")


def _addresses(config: Config) -> list[Finding]:
    from pbem.core.problem import Refused
    from pbem.gamefile.store import load

    found = []
    for path in game_files(config.games).values() if os.path.isdir(config.games) else ():
        try:
            file = load(path)
        except Refused as refused:
            found.append(Finding(False, f"{path} cannot be read: {refused}; `pbem check {path}` says more"))
            continue
        missing = [info.seat for info in file.header.seats if not info.address]
        if missing:
            found.append(Finding(False, f"{path}: no address for {', '.join(missing)}; they get no mail"))
        if file.secrets is not None and not file.secrets.mail.get("began"):
            found.append(Finding(True, f"{path} waits for `pbem mail begin {path}`, which sends the first reports"))
    return found


def _host(config: Config) -> list[Finding]:
    if config.judge.host:
        return []
    return [Finding(True, "host: nobody can pause, substitute or force by mail, and nobody is told of bounces")]


def _packages(config: Config) -> list[Finding]:
    """What is installed for what the configuration asks for."""
    needs = config.judge.needs
    wanted = {
        "imap_tools": config.imap,
        "aiosmtpd": config.lmtp,
        "dkim": "dkim" in needs,
        "authres": "authres" in needs,
    }
    extra = {"imap_tools": "imap", "aiosmtpd": "lmtp", "dkim": "auth: dkim", "authres": "auth: authres"}
    missing = [name for name, asked in wanted.items() if asked and find_spec(name) is None]
    return [Finding(False, f"{extra[name]} needs the package {name}: pip install pbem[mail]") for name in missing]


def _secrets(config: Config) -> list[Finding]:
    found = []
    for path in config.secrets:
        if os.path.exists(path) and os.stat(path).st_mode & 0o077:
            found.append(Finding(False, f"{path} can be read by others: chmod 600 {path}"))
    if config.imap and not config.imap.user:
        found.append(Finding(False, "imap: whose mailbox? set user, and password_file or password_command"))
    for name, server in (("send", config.smtp), ("imap", config.imap)):
        if server and server.password and server.security == "none" and server.host not in HERE:
            found.append(Finding(False, f"{name}: the password goes over an open line; set security: tls or starttls"))
        if server and server.user and not server.password:
            found.append(Finding(False, f"{name}: a user but no password; set password_file or password_command"))
    return found


def _levels(config: Config) -> list[Finding]:
    if "authres" not in config.judge.needs or config.authserv:
        return []
    return [Finding(False, "auth asks for authres, but no authserv is named: whose results shall be believed?")]


def _where(server: Server) -> str:
    return f"{server.host}:{server.port}"


def _sending(config: Config) -> list[Finding]:
    if config.smtp:
        return [Finding(True, f"send: by {_where(config.smtp)}")]
    if not config.command:
        return [Finding(True, f"send: nothing is sent; mails become files in {config.queue}/out")]
    if which(config.command[0]) is None:
        return [Finding(False, f"send: there is no program {config.command[0]}")]
    return [Finding(True, f"send: by the command {config.command[0]}")]


def _smtp(config: Config) -> list[Finding]:
    if config.smtp is None:
        return []
    from pbem.mail.transport import connection_works

    trouble = connection_works(config.smtp)
    how = f"cannot be used: {trouble}" if trouble else "answers"
    return [Finding(not trouble, f"send: {_where(config.smtp)} {how}")]


def _imap(config: Config) -> list[Finding]:
    if config.imap is None:
        return []
    from pbem.mail.transport_imap import CannotFetch, Mailbox

    try:
        with Mailbox(config.imap):
            return [Finding(True, f"imap: {_where(config.imap)} lets us in")]
    except CannotFetch as error:
        return [Finding(False, f"imap: {error}")]


def _lmtp(config: Config) -> list[Finding]:
    if config.lmtp is None:
        return []
    import socket

    where = f"{config.lmtp[0]}:{config.lmtp[1]}"
    try:
        socket.create_connection(config.lmtp, timeout=5).close()
    except OSError:
        return [Finding(False, f"lmtp: nobody listens on {where}; start `pbem mail lmtp`")]
    return [Finding(True, f"lmtp: {where} is listened on")]
