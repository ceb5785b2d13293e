"""An operation: its description, and the way from a request to a response.

An operation is a function of a context. Its parameters are those of the path, the body (`request`), and those
of the query. Their types are the schema of the request, and the type of the result is that of the response:

>>> table = Table("demo")
>>> @table.post("/studies/{id}/echo", role=Role.VIEW)
... def echo(context: Context, id: StudyId, count: int = 1) -> list[str]:
...     '''Return the id of a study `count` times.'''
...     return [id] * count
>>> [operation] = table
>>> operation.name, operation.cost, operation.summary
('echo', <Cost.QUICK: 'quick'>, 'Return the id of a study `count` times.')
>>> operation.run(Context(), operation.read({"id": "a1"}, {"count": "2"}, "")).body
'["a1","a1"]'

A parameter or a field of the type `StudyId` is a study that the operation accesses: `run` first checks the
role of the client in that study.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from functools import cached_property
from inspect import Parameter, getdoc, signature
from operator import attrgetter
from typing import Annotated, Any, NamedTuple, TypeAlias, TypeVar, get_args, get_type_hints

from hyperchess.api.context import Context
from hyperchess.api.decoding import Invalid, decoder, invalid_request, read_json, split
from hyperchess.api.roles import Role
from hyperchess.studies.data import json_text
from hyperchess.studies.fields import Field

__all__ = ["JSON", "Cost", "File", "Operation", "Response", "StudyId", "Table"]

JSON = "application/json"

_STUDY = Field("The id of a study.", max_length=64)
StudyId: TypeAlias = Annotated[str, _STUDY]

_BODY = "request"
_INTEGER = re.compile(r"-?[0-9]{1,20}")

F = TypeVar("F", bound=Callable[..., Any])


class Cost(StrEnum):
    """Cost class of an operation."""

    QUICK = "quick"
    """Milliseconds."""
    SLOW = "slow"
    """Up to a second or more: a server runs only a few at a time."""
    TASK = "task"
    """Starts a task in another process or worker; its progress is watched."""


class Response(NamedTuple):
    """Status, content type and body of a response."""

    status: int
    type: str
    body: str | bytes


@dataclass(frozen=True, slots=True)
class File:
    """A response that is not JSON."""

    type: str
    data: bytes


@dataclass(frozen=True)
class Operation:
    """An entry of the table.

    `role` is the least role that a client needs in the studies that the request names; without such studies
    it is `None`. The response of a `constant` operation never changes. `files` are the content types of a
    response that is not JSON.
    """

    function: Callable[..., Any]
    method: str
    path: str
    role: Role | None = None
    cost: Cost = Cost.QUICK
    status: int = 200
    constant: bool = False
    files: tuple[str, ...] = ()
    subject: str = ""
    is_slow_if: Callable[[Any], bool] | None = None

    @property
    def name(self) -> str:
        """The name of the operation."""
        return self.function.__name__

    @property
    def description(self) -> str:
        """The docstring of the function."""
        return getdoc(self.function) or ""

    @property
    def summary(self) -> str:
        """The first paragraph of the docstring."""
        return self.description.partition("\n\n")[0]

    @cached_property
    def types(self) -> dict[str, Any]:
        """The types of the parameters, and of the result as `return`."""
        hints = get_type_hints(self.function, include_extras=True)
        return {name: hint for name, hint in hints.items() if name != "context"}

    @property
    def request(self) -> Any:
        """The type of the body; `None` without one."""
        return self.types.get(_BODY)

    @cached_property
    def parameters(self) -> dict[str, Parameter]:
        """The parameters of the path and of the query."""
        found = signature(self.function).parameters
        return {name: found[name] for name in found if name not in ("context", _BODY)}

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The paths of the operation."""
        return re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", self.path))

    @cached_property
    def _studies(self) -> tuple[Callable[[Mapping[str, Any]], str | None], ...]:
        """Functions that return the studies of a request."""
        found: list[Callable[[Mapping[str, Any]], str | None]] = [
            lambda arguments, name=name: arguments[name]  # type: ignore[misc]
            for name in self.parameters
            if _is_study(self.types[name])
        ]
        if self.request is not None:
            for name in _study_fields(self.request):
                found.append(lambda arguments, read=attrgetter(name): read(arguments[_BODY]))  # type: ignore[misc]
        if bool(found) != (self.role is not None):
            raise TypeError(f"{self.name}: an operation has a role if, and only if, it accesses a study")
        return tuple(found)

    def is_slow(self, arguments: Mapping[str, Any]) -> bool:
        """Return whether a request is slow."""
        return self.cost is Cost.SLOW or (self.is_slow_if is not None and self.is_slow_if(arguments[_BODY]))

    def read(self, path: Mapping[str, str], query: Mapping[str, str], body: bytes | str) -> dict[str, Any]:
        """Return the arguments of the function from a request; raise `ApiError` if it is invalid."""
        arguments: dict[str, Any] = {}
        try:
            for name in self.parameters:
                given = path.get(name) if name in path else query.get(name)
                if given is not None:
                    arguments[name] = _read_parameter(name, self.types[name], given)
                elif self.parameters[name].default is Parameter.empty:
                    raise Invalid(((name,), "is missing"))
            if self.request is not None:
                arguments[_BODY] = decoder(self.request)(read_json(body))
        except Invalid as invalid:
            raise invalid_request(invalid) from None
        return arguments

    def run(self, context: Context, arguments: Mapping[str, Any]) -> Response:
        """Check the role of the client, call the function, and encode its result."""
        for read in self._studies:
            study = read(arguments)
            if study is not None and self.role is not None:
                context.expect(study, self.role)
        if self.constant:
            return Response(self.status, JSON, self._constant)
        found = self.function(context, **arguments)
        if isinstance(found, File):
            return Response(self.status, found.type, found.data)
        return Response(self.status, JSON, "" if self.status == 204 else json_text(found))

    @cached_property
    def _constant(self) -> str:
        return json_text(self.function(None))


def _read_parameter(name: str, kind: Any, text: str) -> Any:
    """Return a value of a path or of a query."""
    base, _ = split(kind)
    value = int(text) if base is int and _INTEGER.fullmatch(text) else text
    try:
        return decoder(kind)(value)
    except Invalid as invalid:
        raise Invalid(*(((name, *path), message) for path, message in invalid.found)) from None


def _is_study(kind: Any) -> bool:
    return any(_STUDY in split(one)[1] for one in (kind, *get_args(kind)))


def _study_fields(request: Any) -> Iterator[str]:
    """Yield the names of the fields of a request that are studies."""
    for kind in get_args(request) or (request,):
        hints = get_type_hints(kind, include_extras=True)
        yield from (field.name for field in fields(kind) if _is_study(hints[field.name]))


class Table:
    """Operations on a subject, in the order in which they are described."""

    def __init__(self, subject: str) -> None:
        self.subject = subject
        self._operations: list[Operation] = []

    def __iter__(self) -> Iterator[Operation]:
        return iter(self._operations)

    def get(self, path: str, **more: Any) -> Callable[[F], F]:
        """Register a function that reads something."""
        return self._add("GET", path, more)

    def post(self, path: str, **more: Any) -> Callable[[F], F]:
        """Register a function with a request."""
        return self._add("POST", path, more)

    def put(self, path: str, **more: Any) -> Callable[[F], F]:
        """Register a function that replaces something."""
        return self._add("PUT", path, more)

    def delete(self, path: str, **more: Any) -> Callable[[F], F]:
        """Register a function that deletes something."""
        return self._add("DELETE", path, more)

    def _add(self, method: str, path: str, more: dict[str, Any]) -> Callable[[F], F]:
        def add(function: F) -> F:
            self._operations.append(Operation(function, method, path, subject=self.subject, **more))
            return function

        return add
