"""Matrix products with quantized weights, x[1, tokens, k] @ W -> out[1, tokens, n].

W is packed along k as words[k / per_word, n], so that neighbouring threads read neighbouring words (coalesced on a
GPU). A weight is `scale * q + minimum` with q an unsigned field of a word; scales[k / 32, n] belong to 32 weights.
A field is never shifted down: it is masked in place, converted to float, and its position is folded into the scale,
which is exact (a power of two) and saves one instruction a weight.

Prefill: a thread makes a tile of `rows` tokens by `columns` outputs in registers, so a weight is unpacked once per
tile and a value of x serves all columns. In a team (team.py) a thread loads one row of x in four. Decode: one token, so the product is bound by reading the weights, of which
every thread has several columns in flight. Neither needs shared memory or barriers.
"""
from tvm import tirx
from tvm.script.ir_builder import tirx as T

from config import GROUP
from kernel import Argument, Local, Vector, body, build, ceil_div, exact, f32, i32, launch, to_f32, to_i32, u32
from team import Team

LANES = 32  # columns of a workgroup that are read side by side


class Packing:
    """How a matrix is packed, and how a thread decodes it."""

    def __init__(self, bits, scale_dtype):
        self.bits, self.scale_dtype = bits, scale_dtype
        self.per_word = 32 // bits
        self.words = GROUP // self.per_word

    def scale_and_minimum(self, word):
        """Scale and minimum of a block, from its entry in `scales`."""
        if self.bits == 8:  # signed bytes, stored with 128 added
            return word, word * f32(-128.0)
        # Q4_1: two halves, the scale positive and the minimum negative, both normal: only exponents must be moved.
        scale = tirx.reinterpret("float32", (word & u32(0x7FFF)) * u32(8192)) * exact(2.0**112)
        moved = to_i32(to_f32(to_i32(word & u32(0x7FFF0000))) * f32(0.125))
        return scale, tirx.reinterpret("float32", moved) * exact(-(2.0**112))

    def field(self, word, j):
        """Field j of a word as float, times 2^(bits * j)."""
        mask = (2**self.bits - 1) << (self.bits * j)
        masked = word & u32(mask)
        # Converting a signed integer is one instruction; only the last field needs the unsigned form.
        return to_f32(masked if mask >= 2**31 else to_i32(masked))

    def unit(self, j):
        """What undoes the position of field j."""
        return exact(2.0 ** (-self.bits * j))


Q4_1 = Packing(4, "uint32")
Q8_0 = Packing(8, "float32")


def _decode_weight(packing, weight, word, j, scale, minimum):
    """weight[0] = the weight in field j, in three separate steps (see kernel.py on fma)."""
    weight[0] = packing.field(word, j) * (scale * packing.unit(j))
    weight[0] = weight[0] + minimum


def _swiglu(gate, up):
    return gate / (f32(1.0) + tirx.exp(f32(0.0) - gate)) * up


def _epilogue(kind, n, values, residual):
    """(output width, function from a tile's values to its outputs)."""
    if kind == "swiglu":  # the first half of the columns are gates, the second half the values they gate
        return n // 2, lambda c, index: _swiglu(values(c), values(c + values.count // 2))
    if kind == "residual":
        return n, lambda c, index: residual[index] + values(c)
    return n, lambda c, index: values(c)


class _Values:
    def __init__(self, count, read):
        self.count, self._read = count, read

    def __call__(self, index):
        return self._read(index)


def _arguments(packing, n, kind, tokens, dtype, out_dtype):
    """The kernel's tensors, and the number of groups in k, which is not fixed: layers of one width share a kernel."""
    groups = T.int64()
    x = Argument("x", (1, tokens, groups * GROUP), dtype)
    words = Argument("words", (groups * packing.words, n), "uint32")
    scales = Argument("scales", (groups, n), packing.scale_dtype)
    out_n = n // 2 if kind == "swiglu" else n
    residual = Argument("residual", (1, tokens, n), dtype) if kind == "residual" else None
    return to_i32(groups), (x, words, scales, residual, Argument("out", (1, tokens, out_n), out_dtype))


def _column(c, columns, kind, n, first):
    """The matrix column of a thread's column c. For swiglu the second half are the gates' partners."""
    if kind == "swiglu" and c >= columns // 2:
        return first + (c - columns // 2) * LANES + n // 2
    return first + c * LANES


def prefill_linear(packing, n, kind, rows, columns, dtype, team):
    """The kernel for many tokens."""

    def define():
        tokens = T.int64()
        groups, arguments = _arguments(packing, n, kind, tokens, dtype, dtype)
        out_columns = columns // 2 if kind == "swiglu" else columns
        out_n = n // 2 if kind == "swiglu" else n
        with body("linear"):
            grid = dict(block_y=ceil_div(to_i32(tokens), rows), block_x=out_n // (LANES * out_columns), thread_x=LANES)
            with launch(**grid) as (by, bx, tx):
                _prefill_tile(packing, groups, n, kind, rows, columns, tokens, dtype, arguments, Team(team), by, bx * (LANES * out_columns) + tx)

    return build(define)


def _prefill_tile(packing, groups, n, kind, rows, columns, tokens, dtype, arguments, team, by, first):
    x, words, scales, residual, out = arguments
    sums = [Local(columns) for _ in range(rows)]
    loaded = range(0, rows, team.size)  # the rows that this thread loads itself
    x_at, word, scale, minimum = Local(rows, "int32"), Local(columns, "uint32"), Local(columns), Local(columns)
    weights, product, total = [Local(1) for _ in range(packing.per_word)], Local(1), Local(1)
    at = Local(2, "int32")

    def row(r):
        return by * rows + (r - r % team.size) + team.of(r % team.size)

    for r in loaded:
        # Rows past the end repeat the last one and are not written.
        x_at[r] = T.min(row(r), to_i32(tokens) - 1) * (groups * (GROUP // 4))
    for r in range(rows):
        for c in range(columns):
            sums[r][c] = f32(0.0)
    at[0], at[1] = first, first  # positions in words and scales
    with T.serial(0, groups):
        for c in range(columns):
            word[c] = tirx.reinterpret("uint32", scales[at[1] + _column(c, columns, kind, n, 0)])
        for c in range(columns):
            entry = word[c] if packing.bits == 4 else tirx.reinterpret("float32", word[c])
            scale[c], minimum[c] = packing.scale_and_minimum(entry)
        at[1] = at[1] + n
        with T.serial(0, packing.words):
            xs = _rows_of_x(x, x_at, rows, packing.per_word, dtype, team)
            for c in range(columns):
                word[c] = words[at[0] + _column(c, columns, kind, n, 0)]
                for j, weight in enumerate(weights):
                    _decode_weight(packing, weight, word[c], j, scale[c], minimum[c])
                for r in range(rows):
                    # One after the other: a tree of sums would keep eight products. x comes first, as the factor that
                    # stays in a register; the order is worth a third of the time on SwiftShader (decision 0110).
                    total[0] = xs[r][0][0] * weights[0][0]
                    for j in range(1, packing.per_word):
                        product[0] = xs[r][j // 4][j % 4] * weights[j][0]
                        total[0] = total[0] + product[0]
                    sums[r][c] = sums[r][c] + total[0]
            at[0] = at[0] + n
            for r in loaded:
                x_at[r] = x_at[r] + packing.per_word // 4
    for r in range(rows):
        with T.If(row(r) < to_i32(tokens)):
            with T.Then():
                values = _Values(columns, lambda c, r=r: sums[r][c])
                width, output = _epilogue(kind, n, values, residual)
                for c in range(columns // 2 if kind == "swiglu" else columns):
                    index = row(r) * width + first + c * LANES
                    out[index] = output(c, index)


def _rows_of_x(x, x_at, rows, count, dtype, team):
    """`count` values of each row of the tile, as vectors of four."""
    xs = []
    for r in range(0, rows, team.size):
        loaded = [Vector(4, dtype) for _ in range(count // 4)]
        for part, vector in enumerate(loaded):
            vector.load(x.vector(x_at[r] + part))
        xs += [[team.take(vector, i) for vector in loaded] for i in range(team.size)]
    return xs


def decode_linear(packing, n, kind, columns, dtype, out_dtype=None):
    """The kernel for one token."""
    out_columns = columns // 2 if kind == "swiglu" else columns
    out_n = n // 2 if kind == "swiglu" else n

    def define():
        groups, (x, words, scales, residual, out) = _arguments(packing, n, kind, 1, dtype, out_dtype or dtype)
        with body("linear"):
            with launch(block_x=out_n // (LANES * out_columns), thread_x=LANES) as (bx, tx):
                first = bx * (LANES * out_columns) + tx
                sums = _decode_sums(packing, groups, n, kind, columns, dtype, (x, words, scales), first)
                _, output = _epilogue(kind, n, _Values(columns, lambda c: sums[c]), residual)
                for c in range(out_columns):
                    index = first + c * LANES
                    out[index] = output(c, index)

    return build(define)


def _sum(values):
    while len(values) > 1:
        values = [values[i] + values[i + 1] if i + 1 < len(values) else values[i] for i in range(0, len(values), 2)]
    return values[0]


def _decode_sums(packing, groups, n, kind, columns, dtype, arguments, first):
    x, words, scales = arguments
    sums, word, scale, minimum = Local(columns), Local(columns, "uint32"), Local(columns), Local(columns)
    xs = [Vector(4, dtype) for _ in range(packing.per_word // 4)]
    weight, product, at = Local(1), Local(packing.per_word), Local(3, "int32")
    for c in range(columns):
        sums[c] = f32(0.0)
    at[0], at[1], at[2] = first, first, i32(0)  # positions in words, scales and x
    with T.serial(0, groups):
        for c in range(columns):
            word[c] = tirx.reinterpret("uint32", scales[at[1] + _column(c, columns, kind, n, 0)])
        for c in range(columns):
            entry = word[c] if packing.bits == 4 else tirx.reinterpret("float32", word[c])
            scale[c], minimum[c] = packing.scale_and_minimum(entry)
        at[1] = at[1] + n
        with T.serial(0, packing.words):
            for c in range(columns):
                word[c] = words[at[0] + _column(c, columns, kind, n, 0)]
            at[0] = at[0] + n
            for half in range(packing.per_word // 4):
                xs[half].load(x.vector(at[2] + half))
            at[2] = at[2] + packing.per_word // 4
            for c in range(columns):
                for j in range(packing.per_word):
                    _decode_weight(packing, weight, word[c], j, scale[c], minimum[c])
                    product[j] = weight[0] * xs[j // 4][j % 4]
                sums[c] = sums[c] + _sum([product[j] for j in range(packing.per_word)])
    return sums


def embedding(packing, k, n, dtype):
    """Rows of the token embedding: ids[tokens] -> out[tokens, k]. A thread decodes one word of a token."""
    threads = 48  # k / per_word is 144 here

    def define():
        tokens = T.int64()
        ids = Argument("ids", (tokens,), "int32")
        words = Argument("words", (k // packing.per_word, n), "uint32")
        scales = Argument("scales", (k // GROUP, n), packing.scale_dtype)
        out = Argument("out", (tokens, k), dtype)
        with body("embedding"):
            grid = dict(block_y=to_i32(tokens), block_x=k // packing.per_word // threads, thread_x=threads)
            with launch(**grid) as (by, bx, tx):
                word, weight, numbers = Local(1, "uint32"), Local(1), Local(2)
                column, row = ids[by], bx * threads + tx
                word[0] = words[row * n + column]
                numbers[0], numbers[1] = packing.scale_and_minimum(scales[(row // packing.words) * n + column])
                for j in range(packing.per_word):
                    _decode_weight(packing, weight, word[0], j, numbers[0], numbers[1])
                    out[by * k + row * packing.per_word + j] = tirx.Cast(dtype, weight[0])

    return build(define)
