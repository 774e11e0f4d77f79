"""Threads that read together: a team of four neighbours (a quad of WebGPU's `subgroups`), or each thread alone.

What all threads of a workgroup need, such as a row of the prompt or a key, costs every thread a load of its own, although
all load the same. In a team a thread loads a quarter, and gets the other three quarters from its neighbours' registers.
Which quarter is whose differs by thread: what thread `t` takes as number i is what thread `t ^ i` has loaded. So kernels
must not care about the order of four, only know which one they hold: `of(i)`.

A team of one (`size` 1) compiles to kernels without any of this.
"""
from tvm import tirx

from kernel import Local, Vector, i32

_SWAPS = {1: "quadSwapX", 2: "quadSwapY", 3: "quadSwapDiagonal"}


class Team:
    def __init__(self, size):
        self.size = size
        if size > 1:
            self._own = Local(1, "int32")
            # The position in the subgroup, by which WGSL defines quads; local_invocation_id need not agree with it.
            self._own[0] = tirx.call_pure_extern("int32", "subgroupExclusiveAdd", i32(1)) & (size - 1)

    def of(self, i):
        """The number from 0 to size - 1 of what this thread gets as its i-th."""
        return self._own[0] ^ i if self.size > 1 else i

    def take(self, vector, i):
        """The i-th of the four vectors that a team has loaded under this name."""
        if i == 0:
            return vector
        taken = Vector(vector.lanes, vector.dtype)
        taken.load(tirx.call_pure_extern(f"{vector.dtype}x{vector.lanes}", _SWAPS[i], vector.whole()))
        return taken
