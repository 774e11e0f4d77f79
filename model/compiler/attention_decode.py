"""Attention of one new token over the cache.

A workgroup of 64 threads serves the 3 query heads of a key head, so every key and value is read once for three heads.
Keys are taken 64 at a time: first a thread a key (scores, then weights), then a thread a dimension (output), with a
running maximum and sum. Scores and weights pass through two separate shared arrays, so a tile needs two barriers only.
"""
import math

from tvm import tirx
from tvm.script.ir_builder import tirx as T

from attention import NEVER, PagedKeys
from kernel import Argument, Local, Shared, barrier, body, build, ceil_div, f32, launch, to_f32


def decode_attention(config):
    d, group = config.head_dim, config.heads // config.kv_heads

    def define():
        q = Argument("q", (1, config.heads, d), config.dtype)
        keys = PagedKeys(config)
        out = Argument("out", (1, config.heads, d), config.dtype)
        T.arg("lse", T.handle())  # nothing is merged after a decode
        T.arg("rotary_mode", T.int32())
        T.arg("rope_scale", T.float32())
        T.arg("rope_theta", T.float32())
        scale = T.arg("scale", T.float32())
        with body("attention"):
            with launch(block_x=config.kv_heads, thread_x=d) as (bx, tx):
                scores, weights = Shared(group * d), Shared(group * d)
                highest, total, output = Local(group), Local(group), Local(group)
                for h in range(group):
                    highest[h], total[h], output[h] = f32(NEVER), f32(0.0), f32(0.0)
                length = keys.length
                with T.serial(0, ceil_div(length, d)) as tile:
                    first = tile * d  # a tile has as many keys as a head has dimensions: as many as threads
                    count = T.min(d, length - first)
                    _scores(keys, q, scores, scale, length, group, d, bx, tx, first)
                    barrier()
                    _weights(scores, weights, highest, total, output, group, d, count, tx)
                    barrier()
                    _accumulate(keys, weights, total, output, group, d, count, bx, tx, first)
                for h in range(group):
                    out[(bx * group + h) * d + tx] = tirx.Cast(config.dtype, output[h] / total[h])

    return build(define)


def _scores(keys, q, scores, scale, length, group, d, bx, tx, first):
    dot, k, product, at = Local(group), Local(4), Local(4), Local(1, "int32")
    with T.If(first + tx < length):
        with T.Then():
            at[0] = keys.offset(bx, first + tx)
            for h in range(group):
                dot[h] = f32(0.0)
            with T.serial(0, d // 4) as step:
                for j in range(4):
                    k[j] = keys.key(at[0] + step * 4 + j)
                for h in range(group):
                    for j in range(4):  # all threads read the same element of the query
                        product[j] = to_f32(q[(bx * group + h) * d + step * 4 + j]) * k[j]
                    dot[h] = dot[h] + ((product[0] + product[1]) + (product[2] + product[3]))
            for h in range(group):
                scores[h * d + tx] = dot[h] * (scale * f32(math.log2(math.e)))


def _weights(scores, weights, highest, total, output, group, d, count, tx):
    """Each thread finds the new maxima, rescales what it has, and turns the scores of its key into weights."""
    top, factor = Local(group), Local(1)
    for h in range(group):
        top[h] = highest[h]
    with T.serial(0, count) as key:
        for h in range(group):
            top[h] = T.max(top[h], scores[h * d + key])
    for h in range(group):
        factor[0] = tirx.exp2(highest[h] - top[h])
        total[h], output[h] = total[h] * factor[0], output[h] * factor[0]
        highest[h] = top[h]
    with T.If(tx < count):
        with T.Then():
            for h in range(group):
                weights[h * d + tx] = tirx.exp2(scores[h * d + tx] - top[h])


def _accumulate(keys, weights, total, output, group, d, count, bx, tx, first):
    weight, value, product = Local(1), Local(1), Local(1)
    with T.serial(0, count) as key:
        value[0] = keys.value(keys.offset(bx, first + key) + tx)
        for h in range(group):
            weight[0] = weights[h * d + key]
            product[0] = weight[0] * value[0]
            output[h] = output[h] + product[0]
            total[h] = total[h] + weight[0]
