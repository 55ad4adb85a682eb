"""A process without network: for readers, which need none, whatever a file makes of them."""

from __future__ import annotations

import contextlib
import platform
import sys

__all__ = ["seal"]

_NETWORK = frozenset({"socket.__new__", "socket.connect", "socket.bind", "socket.getaddrinfo", "socket.sendto"})
# What the kernel calls the machine, and the numbers of socket and io_uring_setup on it.
_MACHINES = {"x86_64": (0xC000003E, (41, 425)), "aarch64": (0xC00000B7, (198, 425))}
_LOAD, _EQUAL, _AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06
_ALLOW, _REFUSE = 0x7FFF0000, 0x0005000D  # SECCOMP_RET_ALLOW, SECCOMP_RET_ERRNO | EACCES
_NO_NEW_PRIVILEGES, _SECCOMP, _FILTER = 38, 22, 2
_OTHER_CALLS = 0x40000000


def seal() -> bool:
    """Take the network from this process and from what it starts, for good; return whether the system enforces it.

    Python's own sockets are refused everywhere; on Linux, where the kernel allows it, those of C code too.
    """
    sys.addaudithook(_refuse)
    with contextlib.suppress(Exception):  # an old kernel, another system: the hook alone holds
        return sys.platform == "linux" and _filter()
    return False


def _refuse(event: str, arguments: tuple[object, ...]) -> None:
    if event in _NETWORK:
        raise PermissionError("readers have no network")


def _filter() -> bool:
    import ctypes
    import struct

    if platform.machine() not in _MACHINES:
        return False
    machine, refused = _MACHINES[platform.machine()]
    rest = len(refused)
    steps = [
        (_LOAD, 0, 0, 4),  # the machine that the call is for
        (_EQUAL, 0, rest + 3, machine),
        (_LOAD, 0, 0, 0),  # its number
        (_AT_LEAST, rest + 1, 0, _OTHER_CALLS),
        *((_EQUAL, rest - place, 0, number) for place, number in enumerate(refused)),
        (_RETURN, 0, 0, _ALLOW),
        (_RETURN, 0, 0, _REFUSE),
    ]
    code = ctypes.create_string_buffer(b"".join(struct.pack("=HBBI", *step) for step in steps))

    class Program(ctypes.Structure):
        _fields_ = (("length", ctypes.c_ushort), ("code", ctypes.c_void_p))

    program = Program(len(steps), ctypes.addressof(code))
    library = ctypes.CDLL(None, use_errno=True)
    zero = ctypes.c_ulong(0)
    if library.prctl(_NO_NEW_PRIVILEGES, ctypes.c_ulong(1), zero, zero, zero):
        return False
    return not library.prctl(_SECCOMP, ctypes.c_ulong(_FILTER), ctypes.byref(program), zero, zero)
