"""SmolLM2 (a Llama) as a graph of this folder's kernels. Parameter names are the repacker's as well."""
from tvm.relax.frontend import nn
from tvm.relax.frontend.nn import Tensor, op
from tvm.relax.frontend.nn.llm.kv_cache import PagedKVCache

import linear
from config import GROUP, Config
from linear import Q4_1, Q8_0
from norm import rms_norm

ROWS = 8  # prompt tokens of a thread's tile

# Columns of a thread's tile, by layer. Wide tiles save loads of x; a layer's width must be a multiple of 32 tiles.
PREFILL = {"qkv": 15, "gate_up": 16, "narrow": 18}
DECODE = {"qkv": 6, "gate_up": 8, "narrow": 6, "vocabulary": 8}


def is_one(tokens):
    """Whether a shape's token dimension is the constant 1: the graph of a decode step."""
    return isinstance(tokens, int) and tokens == 1


class QuantizedLinear(nn.Module):
    """A projection with Q4_1 weights; `kind` names what its kernel does with the product (see linear.py).

    Projections of one name share a kernel: attn_out and down differ in k only.
    """

    def __init__(self, name, k, n, kind, config: Config):
        self.name, self.n, self.kind, self.config = name, n, kind, config
        self.q_weight = nn.Parameter((k // Q4_1.per_word, n), "uint32")
        self.q_scale = nn.Parameter((k // GROUP, n), Q4_1.scale_dtype)

    def forward(self, x: Tensor, residual: Tensor | None = None) -> Tensor:
        dtype, tokens = self.config.dtype, x.shape[1]
        if is_one(tokens):
            kernel = linear.decode_linear(Q4_1, self.n, self.kind, DECODE[self.name], dtype)
        else:
            kernel = linear.prefill_linear(Q4_1, self.n, self.kind, ROWS, PREFILL[self.name], dtype, self.config.team)
        phase = "decode" if is_one(tokens) else "prefill"
        inputs = [x, self.q_weight, self.q_scale] + ([residual] if residual is not None else [])
        width = self.n // 2 if self.kind == "swiglu" else self.n
        return op.tensor_ir_op(kernel, f"{self.name}_{phase}", inputs, out=Tensor.placeholder((1, tokens, width), dtype))


class Embedding(nn.Module):
    """The token embedding, which is also the projection to the vocabulary (tied)."""

    def __init__(self, config: Config):
        self.config = config
        self.q_weight = nn.Parameter((config.hidden // Q8_0.per_word, config.vocab), "uint32")
        self.q_scale = nn.Parameter((config.hidden // GROUP, config.vocab), Q8_0.scale_dtype)

    def lookup(self, ids: Tensor) -> Tensor:
        c = self.config
        kernel = linear.embedding(Q8_0, c.hidden, c.vocab, c.dtype)
        out = Tensor.placeholder((ids.shape[0], c.hidden), c.dtype)
        return op.tensor_ir_op(kernel, "embed_tokens", [ids, self.q_weight, self.q_scale], out=out)

    def forward(self, x: Tensor) -> Tensor:
        c = self.config
        kernel = linear.decode_linear(Q8_0, c.vocab, "plain", DECODE["vocabulary"], c.dtype, "float32")
        out = Tensor.placeholder((1, 1, c.vocab), "float32")
        return op.tensor_ir_op(kernel, "vocabulary", [x, self.q_weight, self.q_scale], out=out)


class Norm(nn.Module):
    def __init__(self, config: Config, last_only=False):
        self.config, self.last_only = config, last_only
        self.weight = nn.Parameter((config.hidden,), "float32")

    def forward(self, x: Tensor) -> Tensor:
        c = self.config
        kernel = rms_norm(c.hidden, c.norm_epsilon, c.dtype, self.last_only)
        out = Tensor.placeholder((1, 1 if self.last_only else x.shape[1], c.hidden), c.dtype)
        return op.tensor_ir_op(kernel, "last_norm" if self.last_only else "norm", [x, self.weight], out=out)


class Layer(nn.Module):
    def __init__(self, config: Config):
        c = self.config = config
        self.attn_norm = Norm(c)
        self.qkv = QuantizedLinear("qkv", c.hidden, c.qkv, "plain", c)
        self.attn_out = QuantizedLinear("narrow", c.heads * c.head_dim, c.hidden, "residual", c)
        self.ffn_norm = Norm(c)
        self.gate_up = QuantizedLinear("gate_up", c.hidden, 2 * c.ffn, "swiglu", c)
        self.down = QuantizedLinear("narrow", c.ffn, c.hidden, "residual", c)

    def forward(self, x: Tensor, cache: PagedKVCache, index: int) -> Tensor:
        c, tokens = self.config, x.shape[1]
        qkv = op.reshape(self.qkv(self.attn_norm(x)), (1, tokens, c.heads + 2 * c.kv_heads, c.head_dim))
        attended = cache.attention_with_fused_qkv(index, qkv, c.heads, sm_scale=c.head_dim**-0.5)
        x = self.attn_out(op.reshape(attended, (1, tokens, c.heads * c.head_dim)), x)
        return self.down(self.gate_up(self.ffn_norm(x)), x)


class Network(nn.Module):
    def __init__(self, config: Config):
        self.config = config
        self.embed_tokens = Embedding(config)
        self.layers = nn.ModuleList([Layer(config) for _ in range(config.layers)])
        self.norm = Norm(config, last_only=True)

    def embed(self, input_ids: Tensor) -> Tensor:
        return self.embed_tokens.lookup(input_ids)

    def prefill(self, input_embed: Tensor, paged_kv_cache: PagedKVCache):
        """Logits of the last token only, whatever the number of tokens."""
        x = input_embed
        for index, layer in enumerate(self.layers):
            x = layer(x, paged_kv_cache, index)
        return self.embed_tokens(self.norm(x)), paged_kv_cache

    def decode(self, input_embed: Tensor, paged_kv_cache: PagedKVCache):
        return self.prefill(input_embed, paged_kv_cache)

    def specification(self) -> nn.spec.ModuleSpec:
        c = self.config
        packed = {"param_mode": "packed", "effect_mode": "none"}
        cache = nn.spec.Object(object_type=PagedKVCache)

        def step(tokens):
            return {"input_embed": nn.spec.Tensor([1, tokens, c.hidden], c.dtype), "paged_kv_cache": cache, "$": packed}

        embed = {"input_ids": nn.spec.Tensor(["tokens"], "int32"), "$": packed}
        return nn.spec.ModuleSpec.from_raw({"embed": embed, "prefill": step("tokens"), "decode": step(1)}, self)
