"""From logits to a token: softmax with temperature, and top-p sampling without a sort.

WebLLM calls `argsort_probs` and then `sample_with_top_p` with its two results, and reads nothing in between. So the
first returns the probabilities as they are, and the second finds the nucleus by bisection: the largest threshold t
with sum(p >= t) >= top_p, to the last bit. Tokens that tie with the threshold all belong to the nucleus.
The token is then drawn by inverse distribution over the nucleus in a fixed order, so equal seeds give equal tokens.
One workgroup walks over the vocabulary, reading neighbouring words; it is a small part of a decode step.
"""
from tvm import tirx
from tvm.script.ir_builder import tirx as T

from kernel import Argument, Local, Shared, barrier, body, build, f32, i32, launch

THREADS, PARTS = 256, 16
PASSES = 16  # two bits of the threshold a pass


def _reduce(shared, values, results, thread, combine):
    """Combines each thread's values over the workgroup; every thread gets the results."""
    count = len(values)
    for i, value in enumerate(values):
        shared[i * THREADS + thread] = value
    barrier()
    with T.If(thread < PARTS):
        with T.Then():
            for i in range(count):
                results[i] = shared[i * THREADS + thread]
                with T.serial(1, THREADS // PARTS) as j:
                    results[i] = combine(results[i], shared[i * THREADS + thread + j * PARTS])
                shared[i * THREADS + thread] = results[i]
    barrier()
    for i in range(count):
        results[i] = shared[i * THREADS]
        for j in range(1, PARTS):
            results[i] = combine(results[i], shared[i * THREADS + j])
    barrier()


def softmax_with_temperature(vocab):
    """logits[1, 1, vocab], temperature[1] -> probabilities."""

    def define():
        logits = Argument("logits", (1, 1, vocab), "float32")
        temperature = Argument("temperature", (1,), "float32")
        out = Argument("out", (1, 1, vocab), "float32")
        with body("softmax"):
            with launch(block_x=1, thread_x=THREADS) as (_, tx):
                shared, top, sum_, inverse, value = Shared(THREADS), Local(1), Local(1), Local(1), Local(1)
                top[0] = logits[tx]
                with T.serial(1, vocab // THREADS) as i:
                    top[0] = T.max(top[0], logits[tx + i * THREADS])
                _reduce(shared, [top[0]], top, tx, T.max)
                inverse[0] = f32(1.0) / T.max(temperature[0], f32(1e-6))
                sum_[0] = f32(0.0)
                with T.serial(0, vocab // THREADS) as i:
                    value[0] = (logits[tx + i * THREADS] - top[0]) * inverse[0]
                    # Below -80 a probability is zero anyway; masked tokens stand at the lowest float.
                    value[0] = tirx.Select(value[0] > f32(-80.0), tirx.exp(T.max(value[0], f32(-80.0))), f32(0.0))
                    out[tx + i * THREADS] = value[0]
                    sum_[0] = sum_[0] + value[0]
                _reduce(shared, [sum_[0]], sum_, tx, lambda a, b: a + b)
                inverse[0] = f32(1.0) / sum_[0]
                with T.serial(0, vocab // THREADS) as i:
                    out[tx + i * THREADS] = out[tx + i * THREADS] * inverse[0]

    return build(define)


def sample_with_top_p(vocab):
    """probs[1, vocab], (unused indices), uniform[1], (unused rows), top_p[1] -> token[1]."""

    def define():
        probs = Argument("probs", (1, vocab), "float32")
        T.arg("indices", T.handle())
        uniform = Argument("uniform", (1,), "float32")
        T.arg("rows", T.handle())
        top_p = Argument("top_p", (1,), "float32")
        token = Argument("token", (1,), "int32")
        with body("sample"):
            with launch(block_x=1, thread_x=THREADS) as (_, tx):
                shared, chosen, low = Shared(3 * THREADS), Shared(2), Local(1, "int32")
                low[0] = i32(0)
                _threshold(probs, vocab, top_p[0], shared, low, tx)
                _draw(probs, vocab, uniform[0], shared, chosen, tirx.reinterpret("float32", low[0]), token, tx)

    return build(define)


def _threshold(probs, vocab, top_p, shared, low, tx):
    """Bisects over the bit patterns of positive floats, which are ordered as the floats are."""
    high, at, sums, bounds, value = Local(1, "int32"), Local(3, "int32"), Local(3), Local(3), Local(1)
    high[0] = i32(0x3F800001)  # just above 1: nothing is kept
    # At top_p = 1 everything is kept, and no pass is made. (A loop, since barriers must not stand inside a condition.)
    with T.serial(0, tirx.Select(top_p < f32(1.0), i32(PASSES), i32(0))):
        at[1] = tirx.shift_right(low[0] + high[0], 1)
        at[0] = tirx.shift_right(low[0] + at[1], 1)
        at[2] = tirx.shift_right(at[1] + high[0], 1)
        for i in range(3):
            bounds[i], sums[i] = tirx.reinterpret("float32", at[i]), f32(0.0)
        with T.serial(0, vocab // THREADS) as i:
            value[0] = probs[tx + i * THREADS]
            for j in range(3):
                sums[j] = sums[j] + tirx.Select(value[0] >= bounds[j], value[0], f32(0.0))
        _reduce(shared, [sums[j] for j in range(3)], sums, tx, lambda a, b: a + b)
        for j in range(3):  # ascending thresholds: the last that still keeps enough wins, the first that does not bounds
            with T.If(sums[2 - j] < top_p):
                with T.Then():
                    high[0] = at[2 - j]
        for j in range(3):
            with T.If(sums[j] >= top_p):
                with T.Then():
                    low[0] = at[j]


def _draw(probs, vocab, uniform, shared, chosen, bound, token, tx):
    sum_, value, rest, last = Local(1), Local(1), Local(1), Local(1, "int32")

    def kept(i):
        value[0] = probs[tx + i * THREADS]
        value[0] = tirx.Select(value[0] >= bound, value[0], f32(0.0))

    sum_[0] = f32(0.0)
    with T.serial(0, vocab // THREADS) as i:
        kept(i)
        sum_[0] = sum_[0] + value[0]
    shared[tx] = sum_[0]
    barrier()
    with T.If(tx == 0):
        with T.Then():
            _choose_thread(shared, chosen, uniform)
    barrier()
    with T.If(tx == tirx.Cast("int32", chosen[0])):
        with T.Then():
            rest[0], last[0] = chosen[1], i32(-1)
            with T.serial(0, vocab // THREADS) as i:
                kept(i)
                with T.If(tirx.all(value[0] > f32(0.0), rest[0] >= f32(0.0))):
                    with T.Then():
                        # Rounding may leave a remainder after the last kept token, which then stands.
                        last[0] = tx + i * THREADS
                        rest[0] = rest[0] - value[0]
            token[0] = last[0]


def _choose_thread(shared, chosen, uniform):
    """The thread whose tokens the drawn point falls among, and the rest of the way to it."""
    rest, owner, remainder = Local(1), Local(1), Local(1)
    rest[0] = f32(0.0)
    with T.serial(0, THREADS) as i:
        rest[0] = rest[0] + shared[i]
    rest[0] = rest[0] * uniform
    owner[0], remainder[0] = f32(0.0), f32(0.0)
    with T.serial(0, THREADS) as i:
        with T.If(tirx.all(shared[i] > f32(0.0), rest[0] >= f32(0.0))):
            with T.Then():
                owner[0], remainder[0] = tirx.Cast("float32", i), rest[0]
                rest[0] = rest[0] - shared[i]
    chosen[0], chosen[1] = owner[0], remainder[0]
