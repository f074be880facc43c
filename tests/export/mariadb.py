"""A MariaDB server of our own: a temporary directory, a Unix socket, no network."""

import contextlib
import os
import pathlib
import shutil
import subprocess
import tempfile
import time


class Server:
    def __init__(self, directory):
        self.socket = directory / "socket"

    def sql(self, text):
        """The lines that statements print, their columns separated by tabs."""
        client = ["mariadb", "--no-defaults", f"--socket={self.socket}", "-u", "root"]
        # Unbuffered and raw: no table is drawn, and nothing is escaped.
        options = ["--batch", "--raw", "--skip-column-names", "--max-allowed-packet=1G"]
        done = subprocess.run([*client, *options], input=text, capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(f"mariadb: {done.stderr.strip()[:500]}")
        return done.stdout.splitlines()


@contextlib.contextmanager
def server():
    with tempfile.TemporaryDirectory(prefix="maria") as place:
        directory = pathlib.Path(place)
        data = directory / "data"
        # As root a server wants to be told whom to run as.
        user = ["--user=mysql"] if os.geteuid() == 0 else []
        if user:
            shutil.chown(directory, "mysql")
        make = ["mariadb-install-db", "--no-defaults", f"--datadir={data}", "--skip-test-db"]
        trust = "--auth-root-authentication-method=normal"
        subprocess.run([*make, trust, *user], check=True, stdout=subprocess.DEVNULL)
        result = Server(directory)
        limits = ["--skip-networking", "--max-allowed-packet=1G", "--thread-stack=2M"]
        files = [f"--datadir={data}", f"--socket={result.socket}", f"--log-error={directory}/log"]
        daemon = subprocess.Popen(["/usr/sbin/mariadbd", "--no-defaults", *files, *limits, *user])
        try:
            for _ in range(600):
                if result.socket.exists():
                    break
                time.sleep(0.1)
            result.sql("CREATE DATABASE calibrant;")
            yield result
        finally:
            daemon.terminate()
            daemon.wait()
