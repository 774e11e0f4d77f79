"""The sizes of SmolLM2-135M-Instruct and the choices the library is compiled with."""
from dataclasses import dataclass


@dataclass(frozen=True)
class Config:
    """One variant of the model library."""

    # The network, as its GGUF states it.
    hidden: int = 576
    ffn: int = 1536
    layers: int = 30
    heads: int = 9
    kv_heads: int = 3
    head_dim: int = 64
    vocab: int = 49152
    norm_epsilon: float = 1e-5
    rope_theta: float = 1e5
    # Choices of this library.
    context: int = 8192
    prefill_chunk: int = 256
    # The type of activations and of the KV cache; weights and logits are the same in every variant.
    dtype: str = "float32"
    # Threads that read prompt and keys together, by subgroup operations (see team.py): 1 or 4.
    team: int = 1

    @property
    def qkv(self) -> int:
        """Columns of the fused projection to queries, keys and values."""
        return (self.heads + 2 * self.kv_heads) * self.head_dim


GROUP = 32  # weights that share a scale, as in GGUF
PAGE = 16  # tokens a page of the KV cache, fixed by WebLLM
