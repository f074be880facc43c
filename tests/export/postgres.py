"""A PostgreSQL server of our own: a temporary directory, a Unix socket, an unprivileged user."""

import contextlib
import glob
import os
import pathlib
import pwd
import shutil
import subprocess
import tempfile


class Missing(Exception):
    """There is no PostgreSQL here."""


def program(name):
    """Debian keeps the server's programs off the PATH."""
    places = sorted(glob.glob(f"/usr/lib/postgresql/*/bin/{name}"), key=os.path.getmtime)
    found = places[-1] if places else shutil.which(name)
    if not found:
        raise Missing(f"no {name}: PostgreSQL is not installed")
    return found


def unprivileged():
    """Whom the server runs as: it refuses to run as root."""
    if os.geteuid() != 0:
        return {}
    names = {entry.pw_name for entry in pwd.getpwall()}
    name = "postgres" if "postgres" in names else "nobody"
    return {"user": name, "group": pwd.getpwnam(name).pw_gid, "extra_groups": []}


class Server:
    def __init__(self, directory, identity):
        self.directory = directory
        self.identity = identity

    def run(self, *command, **more):
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            cwd=self.directory,
            env={"PATH": os.environ["PATH"], "LC_ALL": "C"},
            **self.identity,
            **more,
        )
        if done.returncode != 0:
            raise RuntimeError(f"{command[0]}: {done.stderr.strip()}")
        return done.stdout

    def sql(self, text, rows=None):
        """What statements print. `rows`: lines for a COPY FROM STDIN at the end of the text."""
        given = text if rows is None else text + "\n" + "\n".join(rows) + "\n\\.\n"
        options = ["-X", "-q", "-v", "ON_ERROR_STOP=1", "-h", str(self.directory), "-d", "postgres"]
        return self.run(program("psql"), *options, "-U", "calibrant", input=given)

    def csv(self, query):
        return self.sql(f"COPY (\n{query}\n) TO STDOUT (FORMAT csv, HEADER);")


@contextlib.contextmanager
def server():
    initdb = program("initdb")
    control = program("pg_ctl")
    identity = unprivileged()
    with tempfile.TemporaryDirectory(prefix="pg") as place:
        directory = pathlib.Path(place)
        if identity:
            shutil.chown(directory, identity["user"])
        result = Server(directory, identity)
        data = str(directory / "data")
        result.run(initdb, "-D", data, "-U", "calibrant", "-A", "trust", "-N", "-E", "UTF8")
        # No network, no durability; its compiler takes minutes for an expression of 10,000 pieces.
        settings = f"-k {directory} -c listen_addresses='' -c fsync=off -c jit=off"
        log = str(directory / "log")
        # The server keeps what it inherits open: no pipe may be waited for.
        start = [control, "-D", data, "-o", settings, "-l", log, "-w", "start"]
        subprocess.run(start, check=True, cwd=place, stdout=subprocess.DEVNULL, **identity)
        try:
            yield result
        finally:
            result.run(control, "-D", data, "-m", "immediate", "-w", "stop")
