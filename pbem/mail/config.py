"""The configuration of mail play: one YAML file, every mistake in it said in plain words."""

from __future__ import annotations

import os
import shlex
import subprocess
from typing import Any, NamedTuple

from pbem.mail.clock import Profile, read_profile, zone_named
from pbem.mail.desk import Judge
from pbem.mail.limits import is_address

KEYS = (
    *("judge", "host", "name", "games", "queue", "send", "imap", "lmtp", "deadline", "zone"),
    *("auth", "authserv", "answers_a_day", "thread", "delimiter"),
)
LOGIN = ("security", "user", "password_file", "password_command")
SEND_KEYS = ("smtp", "command", *LOGIN)
IMAP_KEYS = ("server", "folder", *LOGIN)
DEADLINE_KEYS = ("days", "weekdays", "grace", "reminders", "force")
LEVELS = ("authres", "dkim")
PORTS = {"none": 25, "starttls": 587, "tls": 465}
LARGEST = 65536


class Server(NamedTuple):
    """A mail server: where it is, how the line is protected, and who logs in."""

    host: str
    port: int
    security: str = "none"  # none, starttls, tls
    user: str = ""
    password: str = ""
    folder: str = "INBOX"


class Config(NamedTuple):
    """Everything mail play needs to know."""

    judge: Judge
    games: str  # folder of the game files
    queue: str  # folder with new/ done/ bad/ out/
    smtp: Server | None = None
    command: tuple[str, ...] = ()  # a program that takes a mail on stdin, such as sendmail
    imap: Server | None = None
    lmtp: tuple[str, int] | None = None
    authserv: str = ""  # the server whose Authentication-Results are believed
    secrets: tuple[str, ...] = ()  # files with passwords


class BadConfig(Exception):
    """What is wrong with a configuration, a line for each mistake."""

    def __init__(self, mistakes: list[str]) -> None:
        super().__init__("\n".join(mistakes))
        self.mistakes = mistakes


def load_config(path: str) -> Config:
    """Reads a configuration file; raises BadConfig with every mistake in it. Folders count from the file."""
    from pbem.core.problem import Refused
    from pbem.gamefile import disk, foreign
    from pbem.report.problems import render

    try:
        found = foreign.read(disk.read_text(path)[:LARGEST], path).keys
    except Refused as refused:
        raise BadConfig([line for problem in refused.problems for line in render(problem).splitlines()]) from None
    reader = _Reader(found, os.path.dirname(os.path.abspath(path)))
    config = reader.config()
    if reader.mistakes:
        raise BadConfig(reader.mistakes)
    return config


class _Reader:
    def __init__(self, found: dict[str, Any], folder: str) -> None:
        self.found = found
        self.folder = folder
        self.mistakes: list[str] = []
        self.secrets: list[str] = []

    def config(self) -> Config:
        self.known("", self.found, KEYS)
        send, imap = self.mapping("send", SEND_KEYS), self.mapping("imap", IMAP_KEYS)
        return Config(
            self.judge(),
            self.path("games", "."),
            self.path("queue", "mail"),
            self.server("send", send, str(send["smtp"])) if "smtp" in send else None,
            self.command(send.get("command", ())),
            self.server("imap", imap, str(imap.get("server", "localhost"))) if imap else None,
            self.listen(),
            str(self.found.get("authserv") or ""),
            tuple(self.secrets),
        )

    def known(self, where: str, found: dict[str, Any], keys: tuple[str, ...]) -> None:
        from pbem.notation.names import nearest

        for key in found:
            if key not in keys:
                close = nearest(str(key), {name: name for name in keys}, 1)
                meant = f"did you mean {close[0]}?" if close else f"there are {', '.join(keys)}"
                self.mistakes.append(f"{where}there is no setting '{key}'; {meant}")

    def mapping(self, key: str, keys: tuple[str, ...]) -> dict[str, Any]:
        value = self.found.get(key)
        if value is None or isinstance(value, dict):
            self.known(f"{key}: ", value or {}, keys)
            return dict(value or {})
        self.mistakes.append(f"{key}: should hold settings of its own, indented below it: {', '.join(keys)}")
        return {}

    def path(self, key: str, default: str) -> str:
        return os.path.normpath(os.path.join(self.folder, os.path.expanduser(str(self.found.get(key) or default))))

    def address(self, key: str, needed: bool) -> str:
        value = str(self.found.get(key) or "").strip().lower()
        if (needed or value) and not is_address(value):
            wrong = f"'{value}' is not a mail address like judge@example.org" if value else "is missing"
            self.mistakes.append(f"{key}: {wrong}")
        return value

    def one_of(self, key: str, values: tuple[str, ...]) -> str:
        value = str(self.found.get(key) or values[0])
        if value not in values:
            self.mistakes.append(f"{key}: '{value}' is none of {', '.join(values)}")
        return value

    def judge(self) -> Judge:
        name = "".join(c for c in str(self.found.get("name") or "pbem judge") if c.isalnum() or c == " ")[:60]
        return Judge(
            self.address("judge", True),
            self.address("host", False),
            name.strip() or "pbem judge",
            self.profile(),
            self.zone(),
            self.levels(),
            self.number("answers_a_day", self.found, 10, 1000),
            self.one_of("thread", ("turn", "game")),
            self.delimiter(),
        )

    def delimiter(self) -> str:
        delimiter = self.one_of("delimiter", ("+", "-", "none"))
        if delimiter == "none" and self.found.get("thread") == "game":
            self.mistakes.append("delimiter: none needs thread: turn, or there is no token in the mails")
        return delimiter if delimiter != "none" else ""

    def zone(self) -> str:
        zone = str(self.found.get("zone") or "UTC")
        try:
            zone_named(zone)
        except ValueError as wrong:
            self.mistakes.append(f"zone: {wrong}")
            return "UTC"
        return zone

    def levels(self) -> tuple[str, ...]:
        levels = self.found.get("auth") or []
        needs = tuple(map(str, levels if isinstance(levels, list) else [levels]))
        self.mistakes += [f"auth: '{n}' is no level; write {' or '.join(LEVELS)}" for n in needs if n not in LEVELS]
        return needs

    def number(self, key: str, found: dict[str, Any], default: int, most: int) -> int:
        value = found.get(key, default)
        if type(value) is not int or not 1 <= value <= most:
            self.mistakes.append(f"{key}: '{value}' is no number from 1 to {most}")
            return default
        return value

    def profile(self) -> Profile:
        words = self.mapping("deadline", DEADLINE_KEYS)
        force = words.get("force", False)
        if not isinstance(force, bool):
            self.mistakes.append("deadline: force is true or false")
        days = self.number("days", words, 3, 366)
        try:
            texts = {key: str(words[key]) for key in ("weekdays", "grace", "reminders") if key in words}
            return read_profile(days, **texts)._replace(force=bool(force))
        except ValueError as wrong:
            self.mistakes.append(f"deadline: {wrong}")
            return Profile()

    def server(self, key: str, words: dict[str, Any], where: str) -> Server:
        security = str(words.get("security", "none"))
        if security not in PORTS:
            self.mistakes.append(f"{key}: security is none, starttls or tls, not '{security}'")
        default = PORTS.get(security, 25) if key == "send" else (993 if security == "tls" else 143)
        host, port = self.host_port(key, where, default)
        folder = str(words.get("folder", "INBOX"))
        return Server(host, port, security, str(words.get("user") or ""), self.password(key, words), folder)

    def host_port(self, key: str, where: str, default: int) -> tuple[str, int]:
        host, _, port = where.rpartition(":") if where.count(":") == 1 else (where, "", "")
        if not host or (port and not (port.isdecimal() and 0 < int(port) < 65536)):
            self.mistakes.append(f"{key}: '{where}' is not a host or host:port")
            return host or "localhost", default
        return host, int(port) if port else default

    def command(self, value: Any) -> tuple[str, ...]:
        try:
            return tuple(shlex.split(value) if isinstance(value, str) else map(str, value))
        except ValueError as wrong:
            self.mistakes.append(f"send: the command cannot be read: {wrong}")
            return ()

    def password(self, key: str, words: dict[str, Any]) -> str:
        """From a file or from a command, never from the configuration itself."""
        try:
            if "password_file" in words:
                path = os.path.join(self.folder, os.path.expanduser(str(words["password_file"])))
                self.secrets.append(path)
                with open(path, encoding="utf-8") as file:
                    return file.readline().rstrip("\r\n")
            if "password_command" in words:
                command = str(words["password_command"])
                done = subprocess.run(command, shell=True, capture_output=True, text=True, check=True, timeout=30)
                return done.stdout.split("\n")[0]
        except (OSError, UnicodeDecodeError, subprocess.SubprocessError) as error:
            self.mistakes.append(f"{key}: the password cannot be read: {error}")
        return ""

    def listen(self) -> tuple[str, int] | None:
        where = self.found.get("lmtp")
        return self.host_port("lmtp", str(where), 2424) if where is not None else None
