"""Attention of many new tokens, over themselves or over the cache, and the merge of the two.

A thread owns one token and one query head: its query and its output stay in registers (128 floats), and it walks over
the keys with a running maximum and sum, so nothing is written but the result and no barrier is needed. The threads of
a workgroup are neighbouring tokens of the same head, so they all read the same key and value at the same moment: one
broadcast read a workgroup, or four keys a step where threads read in teams (team.py). Logarithms are to base 2, as TVM's
cache expects of its kernels.
"""
import math

from tvm import tirx
from tvm.script.ir_builder import tirx as T

from config import PAGE
from kernel import Argument, Local, Vector, body, build, ceil_div, f32, launch, to_f32
from team import Team

TOKENS = 32  # threads of a workgroup
NEVER = -1e30  # the score of a key that must not be seen


class RaggedKeys:
    """Keys and values of the new tokens themselves."""

    causal = True

    def __init__(self, config, tokens):
        self.dtype = config.dtype
        self._stride = config.kv_heads * config.head_dim
        self._d = config.head_dim
        self.length = tokens
        self._k = Argument("k", (tokens, config.kv_heads, config.head_dim), config.dtype)
        self._v = Argument("v", (tokens, config.kv_heads, config.head_dim), config.dtype)
        T.arg("kv_indptr", T.handle())
        T.arg("q_position", T.handle())
        T.arg("k_offset", T.handle())

    def offset(self, head, key, unit=1):
        """Where a key and its value begin, in items of `unit` elements."""
        return key * (self._stride // unit) + head * (self._d // unit)

    def key_vector(self, at):
        return self._k.vector(at)

    def value_vector(self, at):
        return self._v.vector(at)


class PagedKeys:
    """Keys and values in the cache. WebLLM has one sequence, so every listed page is its own."""

    causal = False

    def __init__(self, config, _tokens=None):
        shape = (2, config.kv_heads, PAGE, config.head_dim)
        pages_count, listed = T.int32(), T.int32()
        self.dtype = config.dtype
        self._d = config.head_dim
        self._head, self._values = PAGE * config.head_dim, config.kv_heads * PAGE * config.head_dim
        self._pages = Argument("pages", (pages_count, *shape), config.dtype, offset=True)
        T.arg("page_indptr", T.handle())
        self._list = Argument("page_list", (listed,), "int32", offset=True)
        self._last = Argument("last_page_length", (1,), "int32", offset=True)
        T.arg("k_offset", T.handle())
        T.arg("q_position", T.handle())
        self.length = (listed - 1) * PAGE + self._last[0]

    def offset(self, head, key, unit=1):
        page = self._list[tirx.shift_right(key, 4)]
        return page * (2 * self._values // unit) + head * (self._head // unit) + (key & (PAGE - 1)) * (self._d // unit)

    def key_vector(self, at):
        return self._pages.vector(at)

    def value_vector(self, at):
        return self._pages.vector(at + self._values // 4)

    def key(self, at):
        return to_f32(self._pages[at])

    def value(self, at):
        return to_f32(self._pages[at + self._values])


def prefill_attention(config, make_keys):
    d, group = config.head_dim, config.heads // config.kv_heads

    def define():
        tokens = T.int32()
        q = Argument("q", (tokens, config.heads, d), config.dtype)
        T.arg("q_indptr", T.handle())
        keys = make_keys(config, tokens)
        out = Argument("out", (tokens, config.heads, d), config.dtype)
        lse = Argument("lse", (tokens, config.heads), "float32")
        T.arg("causal", T.int32())
        T.arg("rotary_mode", T.int32())
        T.arg("rope_scale", T.float32())
        T.arg("rope_theta", T.float32())
        scale = T.arg("scale", T.float32())
        with body("attention"):
            with launch(block_x=ceil_div(tokens, TOKENS), block_y=config.heads, thread_x=TOKENS) as (bx, head, tx):
                team = Team(config.team)
                kv_head = head // group
                token, at, query, output, highest, total = Local(1, "int32"), Local(1, "int32"), Local(d), Local(d), Local(1), Local(1)
                token[0] = T.min(bx * TOKENS + tx, tokens - 1)  # threads past the end repeat the last token
                at[0] = (token[0] * config.heads + head) * d
                for i in range(d):
                    query[i], output[i] = to_f32(q[at[0] + i]) * (scale * f32(math.log2(math.e))), f32(0.0)
                highest[0], total[0] = f32(NEVER), f32(0.0)
                seen = T.min((bx + 1) * TOKENS, keys.length) if keys.causal else keys.length
                with T.serial(0, ceil_div(seen, team.size)) as step:
                    _visit(keys, team, step * team.size, kv_head, token[0], query, output, highest, total, d)
                with T.If(bx * TOKENS + tx < tokens):
                    with T.Then():
                        for i in range(d):
                            out[at[0] + i] = tirx.Cast(config.dtype, output[i] / total[0])
                        lse[token[0] * config.heads + head] = highest[0] + tirx.log2(total[0])

    return build(define)


def _visit(keys, team, first, kv_head, token, query, output, highest, total, d):
    """Takes a key for each thread of a team into account. Rescales the output only when the maximum rises, which soon gets rare."""
    scores, top, weight, product, at = Local(team.size), Local(1), Local(1), Local(1), Local(1, "int32")
    partial, loaded = Local(1), Vector(4, keys.dtype)
    own = first + team.of(0)
    at[0] = keys.offset(kv_head, T.min(own, keys.length - 1) if team.size > 1 else own, unit=4)
    for i in range(team.size):
        scores[i] = f32(0.0)
    for part in range(0, d, 4):
        loaded.load(keys.key_vector(at[0] + part // 4))
        for i in range(team.size):
            taken = team.take(loaded, i)
            partial[0] = query[part] * taken[0]
            for j in range(1, 4):
                product[0] = query[part + j] * taken[j]
                partial[0] = partial[0] + product[0]
            scores[i] = scores[i] + partial[0]
    top[0] = highest[0]
    for i in range(team.size):
        if keys.causal or team.size > 1:
            hidden = first + team.of(i) > (token if keys.causal else keys.length - 1)
            scores[i] = tirx.Select(hidden, f32(NEVER), scores[i])
        top[0] = T.max(top[0], scores[i])
    with T.If(top[0] > highest[0]):
        with T.Then():
            weight[0] = tirx.exp2(highest[0] - top[0])
            highest[0] = top[0]
            total[0] = total[0] * weight[0]
            for i in range(d):
                output[i] = output[i] * weight[0]
    for i in range(team.size):
        scores[i] = tirx.exp2(scores[i] - highest[0])
        total[0] = total[0] + scores[i]
    for part in range(0, d, 4):
        loaded.load(keys.value_vector(at[0] + part // 4))
        for i in range(team.size):
            taken = team.take(loaded, i)
            for j in range(4):
                product[0] = scores[i] * taken[j]
                output[part + j] = output[part + j] + product[0]


def merge_attention(config):
    """Joins attention over two sets of keys, in place: the weights come from the logarithms of the two sums."""
    d, heads = config.head_dim, config.heads

    def define():
        tokens = T.int32()
        out = Argument("out", (tokens, heads, d), config.dtype)
        lse = Argument("lse", (tokens, heads), "float32")
        other = Argument("other", (tokens, heads, d), config.dtype)
        other_lse = Argument("other_lse", (tokens, heads), "float32")
        with body("merge"):
            with launch(block_x=tokens, block_y=heads, thread_x=d) as (bx, by, tx):
                row = bx * heads + by
                weight, at = Local(1), row * d + tx
                # lse itself is not written: one cache block means one merge, and nothing reads it after.
                weight[0] = f32(1.0) / (f32(1.0) + tirx.exp2(other_lse[row] - lse[row]))
                joined = to_f32(out[at]) * weight[0] + to_f32(other[at]) * (f32(1.0) - weight[0])
                out[at] = tirx.Cast(config.dtype, joined)

    return build(define)
