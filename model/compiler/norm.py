"""RMS norm of rows of the hidden state. 16 threads share a row, and meet once."""
from tvm import tirx
from tvm.script.ir_builder import tirx as T

from kernel import Argument, Local, Shared, barrier, body, build, f32, launch, to_f32, to_i32

THREADS = 16


def rms_norm(hidden, epsilon, dtype, last_only):
    """x[1, tokens, hidden], weight[hidden] -> out. With `last_only` only the last token's row, as out[1, 1, hidden]."""
    items = hidden // THREADS

    def define():
        tokens = T.int64()
        x = Argument("x", (1, tokens, hidden), dtype)
        weight = Argument("weight", (hidden,), "float32")
        out = Argument("out", (1, 1 if last_only else tokens, hidden), dtype)
        with body("norm"):
            with launch(block_x=1 if last_only else to_i32(tokens), thread_x=THREADS) as (bx, tx):
                row = (to_i32(tokens) - 1 if last_only else bx) * hidden
                shared, values, total, square = Shared(THREADS), Local(items), Local(1), Local(1)
                total[0] = f32(0.0)
                for i in range(items):
                    values[i] = to_f32(x[row + tx + i * THREADS])
                    square[0] = values[i] * values[i]
                    total[0] = total[0] + square[0]
                shared[tx] = total[0]
                barrier()
                total[0] = shared[0]
                for i in range(1, THREADS):
                    total[0] = total[0] + shared[i]
                total[0] = f32(1.0) / tirx.sqrt(total[0] * f32(1.0 / hidden) + f32(epsilon))
                for i in range(items):
                    index = tx + i * THREADS
                    scaled = values[i] * total[0] * weight[index]
                    out[(0 if last_only else row) + index] = tirx.Cast(dtype, scaled)

    return build(define)
