"""SmolLM2 in NumPy float32 over the GGUF's dequantized values: slow, plain, and written from the architecture alone.

It shares nothing with the compiler: it reads the GGUF through the `gguf` package and rotates q and k as llama.cpp
stores them (interleaved). It is the project's measure of what the model says.
"""
import numpy as np
from gguf import GGUFReader
from gguf.quants import dequantize

HEADS, KV_HEADS, HEAD_DIM, LAYERS = 9, 3, 64, 30
EPSILON, THETA = 1e-5, 100000.0


class Model:
    def __init__(self, path):
        tensors = GGUFReader(path).tensors
        self.weights = {t.name: dequantize(t.data, t.tensor_type).astype(np.float32) for t in tensors}

    def _w(self, name):
        return self.weights[name + ".weight"]

    def forward(self, tokens, cache):
        """Logits after the last of `tokens`, which continue whatever `cache` (a dict, at first empty) holds."""
        x = self._w("token_embd")[tokens]
        start = len(cache[0][0]) if cache else 0
        positions = np.arange(start, start + len(tokens))
        for layer in range(LAYERS):
            x = self._layer(layer, x, positions, cache)
        return _norm(x[-1], self._w("output_norm")) @ self._w("token_embd").T

    def _layer(self, layer, x, positions, cache):
        block = f"blk.{layer}."
        n = len(x)
        h = _norm(x, self._w(block + "attn_norm"))
        q = _rotate((h @ self._w(block + "attn_q").T).reshape(n, HEADS, HEAD_DIM), positions)
        k = _rotate((h @ self._w(block + "attn_k").T).reshape(n, KV_HEADS, HEAD_DIM), positions)
        v = (h @ self._w(block + "attn_v").T).reshape(n, KV_HEADS, HEAD_DIM)
        if layer in cache:
            k, v = np.concatenate([cache[layer][0], k]), np.concatenate([cache[layer][1], v])
        cache[layer] = (k, v)
        x = x + _attention(q, k, v, positions).reshape(n, -1) @ self._w(block + "attn_output").T
        h = _norm(x, self._w(block + "ffn_norm"))
        gate, up = h @ self._w(block + "ffn_gate").T, h @ self._w(block + "ffn_up").T
        return x + (gate / (1 + np.exp(-gate)) * up) @ self._w(block + "ffn_down").T


def _norm(x, weight):
    return x / np.sqrt((x * x).mean(-1, keepdims=True) + EPSILON) * weight


def _rotate(x, positions):
    angles = positions[:, None] * THETA ** (-np.arange(0, HEAD_DIM, 2) / HEAD_DIM)
    cos, sin = (f(angles)[:, None].astype(np.float32) for f in (np.cos, np.sin))
    even, odd = x[..., 0::2], x[..., 1::2]
    out = np.empty_like(x)
    out[..., 0::2], out[..., 1::2] = even * cos - odd * sin, even * sin + odd * cos
    return out


def _attention(q, k, v, positions):
    k, v = np.repeat(k, HEADS // KV_HEADS, 1), np.repeat(v, HEADS // KV_HEADS, 1)
    q, k, v = (t.transpose(1, 0, 2) for t in (q, k, v))  # heads first
    scores = q @ k.transpose(0, 2, 1) / np.float32(HEAD_DIM**0.5)
    scores[:, np.arange(k.shape[1])[None] > positions[:, None]] = -np.inf
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    return (weights / weights.sum(-1, keepdims=True) @ v).transpose(1, 0, 2)
