"""A thin layer over TVM's IR builder, so that kernels are written as Python that emits straight-line code.

Unrolled Python loops give constant indices into small local arrays, which shader compilers turn into registers.
Products are always stored before they are summed: TVM prints `a * b + c` as `fma`, which software renderers emulate
slowly, while hardware drivers contract a separate multiply and add by themselves.
"""
from contextlib import ExitStack, contextmanager

import numpy as np
from tvm import tirx
from tvm.script.ir_builder import IRBuilder
from tvm.script.ir_builder import tirx as T


def f32(value):
    return tirx.const(value, "float32")


def exact(value):
    """A float32 constant to the last bit: TVM prints float literals with seven digits only."""
    return tirx.reinterpret("float32", tirx.const(int(np.float32(value).view(np.uint32)), "uint32"))


def i32(value):
    return tirx.const(value, "int32")


def u32(value):
    return tirx.const(value, "uint32")


def to_i32(value):
    return tirx.Cast("int32", value)


def to_f32(value):
    return tirx.Cast("float32", value)


class Local:
    """An array of one thread. Keep it under 100 items: shader compilers leave larger ones in memory."""

    def __init__(self, size, dtype="float32"):
        self._buffer = T.alloc_local((size,), dtype)

    def __getitem__(self, index):
        return self._buffer[index]

    def __setitem__(self, index, value):
        T.buffer_store(self._buffer, value, [index])


class Vector:
    """A vector in a register: loaded at once, read by component as float32."""

    def __init__(self, lanes, dtype):
        self.lanes, self.dtype, self._buffer = lanes, dtype, T.alloc_local((lanes,), dtype)

    def load(self, value):
        T.buffer_store(self._buffer, value, [tirx.Ramp(i32(0), i32(1), self.lanes)])

    def whole(self):
        return self._buffer[tirx.Ramp(i32(0), i32(1), self.lanes)]

    def __getitem__(self, index):
        return to_f32(self._buffer[index])


class Shared:
    """An array of one workgroup."""

    def __init__(self, size, dtype="float32"):
        self._buffer = T.alloc_buffer((size,), dtype, scope="shared")

    def __getitem__(self, index):
        return self._buffer[index]

    def __setitem__(self, index, value):
        T.buffer_store(self._buffer, value, [index])


class Argument:
    """A tensor argument, read and written through its flat elements.

    Where every access is a `vector`, the pipeline turns the whole tensor into one of vectors (see lowering.py).
    """

    def __init__(self, name, shape, dtype, offset=False):
        handle = T.arg(name, T.handle())
        extra = {"elem_offset": T.int32()} if offset else {}
        self._tensor = T.match_buffer(handle, shape, dtype, **extra)
        size = 1
        for dimension in shape:
            size = size * dimension
        self._shape = shape
        self._offset = extra.get("elem_offset")

    def _indices(self, flat_index):
        # Only the innermost index is used; TVM flattens it to the same number. No division is ever emitted.
        return [0] * (len(self._shape) - 1) + [flat_index]

    def __getitem__(self, flat_index):
        return self._tensor[tuple(self._indices(flat_index))]

    def vector(self, index):
        """Elements 4 * index to 4 * index + 3, read at once."""
        return self._tensor[tuple(self._indices(tirx.Ramp(index * 4, i32(1), 4)))]

    def __setitem__(self, flat_index, value):
        T.buffer_store(self._tensor, value, self._indices(flat_index))


@contextmanager
def body(name, **attributes):
    """The block that holds a kernel; TVM's schedules leave it alone."""
    T.func_attr({"tirx.noalias": True, "tirx.is_scheduled": True, **attributes})
    with T.sblock(name):
        T.reads([])
        T.writes([])
        yield


@contextmanager
def launch(**extents):
    """Thread bindings such as `block_x=4, thread_x=64`, yielded in that order."""
    with ExitStack() as stack:
        yield [
            stack.enter_context(T.thread_binding(0, extent, f"{axis[:-2]}Idx.{axis[-1]}"))
            for axis, extent in extents.items()
        ]


def barrier():
    T.evaluate(T.tvm_storage_sync("shared"))


def ceil_div(value, divisor):
    return (value + (divisor - 1)) // divisor


def build(define, public_name=None):
    """Runs `define` inside a new function and returns the function."""
    with IRBuilder() as builder:
        with T.prim_func(is_private=public_name is None, s_tir=True):
            if public_name is not None:
                T.func_attr({"global_symbol": public_name})
            define()
    return builder.get()
