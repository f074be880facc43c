"""A process of its own for each contestant and size, asked for one measurement at a time.

So memory is that of one contestant, a slow one can be stopped, and the contestants take turns. A
child says that it is ready, then answers "fit" and "apply" with seconds and MiB.
"""

from __future__ import annotations

import multiprocessing
import selectors
import subprocess
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import NamedTuple

START_SECONDS = 90.0  # to import, to read the rows, to warm up


class Measured(NamedTuple):
    seconds: float
    mebibytes: float


class TooSlowError(Exception):
    """No answer within the limit; the child has been stopped."""


class FailedError(Exception):
    """The child cannot answer: what it said."""


class Forked:
    """A child that has all that this process has imported and holds, and calls `serve`."""

    def __init__(self, serve: Callable[[Connection], None]) -> None:
        context = multiprocessing.get_context("fork")
        self._ours, theirs = context.Pipe()
        self._process = context.Process(target=serve, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()
        self._answer(START_SECONDS)

    def _answer(self, limit: float) -> object:
        if not self._ours.poll(limit):
            self.stop()
            raise TooSlowError
        try:
            answer: object = self._ours.recv()
        except EOFError:
            raise FailedError("the process ended") from None
        if isinstance(answer, str) and answer != "ready":
            raise FailedError(answer)
        return answer

    def ask(self, task: str, limit: float) -> Measured:
        self._ours.send(task)
        answer = self._answer(limit)
        assert isinstance(answer, tuple)
        return Measured(*answer)

    def stop(self) -> None:
        self._process.kill()
        self._process.join()


class Program:
    """A child that is another program, and speaks in lines."""

    def __init__(self, command: list[str]) -> None:
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        assert self._process.stdout
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._process.stdout, selectors.EVENT_READ)
        self._answer(START_SECONDS)

    def _answer(self, limit: float) -> str:
        """Answers are single short lines, written at once."""
        if not self._selector.select(limit):
            self.stop()
            raise TooSlowError
        assert self._process.stdout and self._process.stderr
        line = self._process.stdout.readline().decode().strip()
        if not line:
            said = self._process.stderr.read().decode().strip().splitlines()
            raise FailedError(said[-1] if said else "the process ended")
        return line

    def ask(self, task: str, limit: float) -> Measured:
        assert self._process.stdin
        self._process.stdin.write(f"{task}\n".encode())
        self._process.stdin.flush()
        seconds, mebibytes = map(float, self._answer(limit).split())
        return Measured(seconds, mebibytes)

    def stop(self) -> None:
        self._process.kill()
        self._process.communicate()


Child = Forked | Program
