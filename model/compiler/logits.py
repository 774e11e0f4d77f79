"""What WebLLM does to the logits of the one row before it samples: bias, penalties, and a grammar's mask."""
from tvm import tirx
from tvm.script.ir_builder import tirx as T

from kernel import Argument, Local, body, build, ceil_div, f32, launch, to_f32

THREADS = 256
LOWEST = -3.4028234663852886e38


def _each(count):
    """One thread an item; yields the index where it is in range."""
    return launch(block_x=ceil_div(count, THREADS), thread_x=THREADS)


def apply_logit_bias(vocab):
    """Adds bias[i] to the logit of tokens[i]; no token occurs twice."""

    def define():
        count = T.int32()
        logits = Argument("logits", (1, vocab), "float32")
        T.arg("rows", T.handle())
        tokens = Argument("tokens", (count,), "int32")
        bias = Argument("bias", (count,), "float32")
        with body("bias"):
            with _each(count) as (bx, tx):
                i = bx * THREADS + tx
                with T.If(i < count):
                    with T.Then():
                        logits[tokens[i]] = logits[tokens[i]] + bias[i]

    return build(define, "apply_logit_bias_inplace")


def apply_penalty(vocab):
    """Presence, frequency and repetition penalties for tokens[i], which occurred counts[i] times."""

    def define():
        count, sequences = T.int32(), T.int32()
        logits = Argument("logits", (1, vocab), "float32")
        T.arg("sequence_ids", T.handle())
        T.arg("rows", T.handle())
        tokens = Argument("tokens", (count,), "int32")
        counts = Argument("counts", (count,), "int32")
        penalties = Argument("penalties", (sequences, 3), "float32")
        with body("penalty"):
            with _each(count) as (bx, tx):
                i = bx * THREADS + tx
                value = Local(1)
                with T.If(i < count):
                    with T.Then():
                        value[0] = to_f32(counts[i]) * penalties[1]
                        value[0] = logits[tokens[i]] - (penalties[0] + value[0])
                        scaled = value[0] * penalties[2]
                        logits[tokens[i]] = tirx.Select(value[0] > f32(0.0), value[0] / penalties[2], scaled)

    return build(define, "apply_penalty_inplace")


def apply_bitmask(vocab):
    """Puts every token whose bit is clear out of reach. A thread owns one word of the mask."""
    words = (vocab + 31) // 32
    assert vocab % 32 == 0

    def define():
        logits = Argument("logits", (1, vocab), "float32")
        T.arg("sequence_ids", T.handle())
        mask = Argument("mask", (1, words), "int32")
        with body("mask"):
            with launch(block_x=ceil_div(vocab, THREADS), thread_y=THREADS // 32, thread_x=32) as (bx, ty, tx):
                word = bx * (THREADS // 32) + ty
                bit = tirx.shift_right(mask[word], tx) & 1
                with T.If(bit == 0):
                    with T.Then():
                        logits[word * 32 + tx] = f32(LOWEST)

    return build(define, "apply_bitmask_inplace")
