"""What happens to a token's queries, keys and values before attention: rotation, and the copy into the KV cache."""
import math

from tvm import tirx
from tvm.script.ir_builder import tirx as T

from config import PAGE
from kernel import Argument, Local, body, build, exact, f32, launch, to_f32, to_i32


def _frequency(pair, pairs, theta):
    """Turns a position of a pair of dimensions, theta^(-pair / pairs) / 2 pi, as a product over the bits of `pair`."""
    value = Local(1)
    value[0] = exact(1 / (2 * math.pi))
    for bit in range(pairs.bit_length() - 1):
        factor = exact(theta ** (-(2**bit) / pairs))
        value[0] = tirx.Select((pair & 2**bit) != 0, value[0] * factor, value[0])
    return value[0]


def _sine(turns):
    """sin(2 pi turns) to float precision. WGSL's own may be wrong by 1e-3, and promises nothing for large numbers."""
    x, square, total = Local(1), Local(1), Local(1)
    x[0] = turns - tirx.floor(turns + f32(0.5))
    x[0] = tirx.Select(x[0] > f32(0.25), f32(0.5) - x[0], tirx.Select(x[0] < f32(-0.25), f32(-0.5) - x[0], x[0]))
    x[0] = x[0] * exact(2 * math.pi)
    square[0] = x[0] * x[0]
    total[0] = f32(0.0)
    for power in (13, 11, 9, 7, 5, 3):  # Taylor's series; the next term is below 1e-8 within a quarter turn
        total[0] = (total[0] + exact((-1) ** (power // 2) / math.factorial(power))) * square[0]
    return x[0] + x[0] * total[0]


def split_rotary(config):
    """qkv -> q and k rotated by their positions (RoPE, half against half), and v.

    A thread owns one pair of dimensions of a token, so sine and cosine are computed once for all heads.
    """
    half, d, dtype = config.head_dim // 2, config.head_dim, config.dtype
    heads, kv_heads = config.heads, config.kv_heads

    def define():
        tokens = T.int32()
        qkv = Argument("qkv", (tokens, heads + 2 * kv_heads, d), dtype)
        positions = Argument("positions", (tokens,), "int32", offset=True)
        q = Argument("q", (tokens, heads, d), dtype)
        k = Argument("k", (tokens, kv_heads, d), dtype)
        v = Argument("v", (tokens, kv_heads, d), dtype)
        T.arg("apply_rope", T.int64())  # always 1 here
        with body("rotary"):
            with launch(block_x=tokens, thread_x=half) as (bx, tx):
                turns, angle, pair, product = Local(1), Local(2), Local(2), Local(4)
                turns[0] = to_f32(positions[bx]) * _frequency(tx, half, config.rope_theta)
                angle[0], angle[1] = _sine(turns[0] + f32(0.25)), _sine(turns[0])
                row = bx * ((heads + 2 * kv_heads) * d)
                for head in range(heads + kv_heads):
                    at = row + head * d + tx
                    pair[0], pair[1] = to_f32(qkv[at]), to_f32(qkv[at + half])
                    product[0], product[1] = pair[0] * angle[0], pair[1] * angle[1]
                    product[2], product[3] = pair[1] * angle[0], pair[0] * angle[1]
                    target, to = (q, bx * (heads * d) + head * d) if head < heads else (k, bx * (kv_heads * d) + (head - heads) * d)
                    target[to + tx] = tirx.Cast(dtype, product[0] - product[1])
                    target[to + tx + half] = tirx.Cast(dtype, product[2] + product[3])
                for head in range(kv_heads):
                    for part in (0, half):
                        index = head * d + tx + part
                        v[bx * (kv_heads * d) + index] = qkv[row + (heads + kv_heads) * d + index]

    return build(define)


def append_to_cache(config):
    """Copies new keys and values to their places in the pages of the cache."""
    d, kv_heads, dtype = config.head_dim, config.kv_heads, config.dtype

    def define():
        tokens, pages_count = T.int32(), T.int32()
        pages = Argument("pages", (pages_count, 2, kv_heads, PAGE, d), dtype, offset=True)
        k = Argument("k", (tokens, kv_heads, d), dtype)
        v = Argument("v", (tokens, kv_heads, d), dtype)
        positions = Argument("positions", (tokens,), "int32", offset=True)
        with body("append"):
            with launch(block_x=tokens, thread_y=kv_heads, thread_x=d) as (bx, ty, tx):
                position = Local(1, "int32")
                position[0] = positions[bx]
                with T.If(position[0] >= 0):
                    with T.Then():
                        page = tirx.shift_right(position[0], 4)
                        to = page * (2 * kv_heads * PAGE * d) + ty * (PAGE * d) + (position[0] & 15) * d + tx
                        source = bx * (kv_heads * d) + ty * d + tx
                        pages[to] = k[source]
                        pages[to + kv_heads * PAGE * d] = v[source]

    return build(define)
