"""`create_tir_paged_kv_cache`: TVM's paged KV cache, given this folder's kernels.

The cache object and its bookkeeping are TVM's runtime; it takes its kernels as arguments. Those for sliding windows,
token trees, other kinds of attention, forks and debugging are never called by WebLLM for this model and are left out
(an empty tuple), or stand in for by a kernel that is there anyway where the runtime insists on a function.
"""
import tvm
from tvm import relax, tirx

from attention import PagedKeys, RaggedKeys, merge_attention, prefill_attention
from attention_decode import decode_attention
from config import Config
from rope import append_to_cache, split_rotary

MULTI_HEAD, ROPE_NORMAL = 0, 1  # the numbers of TVM's AttnKind and RopeMode


def attach_kv_cache(module, config: Config):
    """Adds the function to a module. WebLLM passes five shapes of one number each."""
    builder = relax.BlockBuilder(module)
    names = ["max_batch", "max_total_length", "prefill_chunk", "page_size", "sliding_window"]
    sizes = [tirx.Var(name, "int64") for name in names]
    parameters = [relax.Var(name + "_", relax.ShapeType([size])) for name, size in zip(names, sizes)]
    with builder.function("create_tir_paged_kv_cache", parameters):
        builder.emit_func_output(builder.emit(_create(builder, config, sizes)))
    return builder.finalize()


def _create(builder, config, sizes):
    def add(kernel, name):
        return builder.add_func(kernel, name)

    def backend(function):
        return relax.Tuple([tvm.ir.StringImm("tirx"), function])

    none = relax.Tuple([])
    append = add(append_to_cache(config), "append_to_cache")
    number = relax.prim_value
    return relax.call_pure_packed(
        "vm.builtin.paged_attention_kv_cache_create",
        relax.ShapeExpr(sizes),
        relax.ShapeExpr([0, config.layers]),
        number(config.heads),
        number(config.kv_heads),
        number(config.head_dim),
        number(config.head_dim),
        relax.ShapeExpr([MULTI_HEAD] * config.layers),
        number(False),
        number(ROPE_NORMAL),
        number(1),
        number(int(config.rope_theta)),
        number(0),
        relax.op.zeros((), config.dtype),
        append,
        number(0),  # append for another kind of attention
        backend(add(prefill_attention(config, RaggedKeys), "attention_new_tokens")),
        backend(add(prefill_attention(config, PagedKeys), "attention_cache")),
        backend(add(decode_attention(config), "attention_decode")),
        none,  # prefill and decode over a sliding window
        none,
        none,  # two over a tree of tokens
        none,
        none,  # another kind of attention
        relax.Tuple([add(merge_attention(config), "merge_attention")]),
        add(split_rotary(config), "split_rotary"),
        append,  # copying a page: only forks do
        append,  # reading back for debugging
        append,  # compacting after a token tree
        ty_args=relax.AnyType(),
    )
