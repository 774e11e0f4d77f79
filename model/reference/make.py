"""Writes the fixtures: `python make.py MODEL.gguf FIXTURES`. Takes ten minutes; run only when the model changes.

The tokenizer is llama.cpp's (llama-cpp-python, vocabulary only). Its inference is no reference: it quantizes
activations to 8 bits, and a model this small then answers differently.
"""
import json
import sys
from pathlib import Path

import numpy as np
from llama_cpp import Llama

from model import Model
from prompts import QUESTIONS, prompt
from texts import texts

NEW_TOKENS, END = 32, 2
CONTEXTS, LONG_NEW, PIECE = (2048, 8192), 8, 512
FIXED = list(range(0, 49152, 768))  # 64 tokens whose logits are recorded wherever they rank


def tokenizer(llama):
    def encode(text):
        return llama.tokenize(text.encode("utf-8"), add_bos=False, special=True)

    return encode


def write_tokens(encode, folder):
    rows = [[text, encode(text)] for text in texts()]
    lines = ",\n".join(json.dumps(row, ensure_ascii=True, separators=(",", ":")) for row in rows)
    (folder / "tokens.json").write_text(f"[\n{lines}\n]\n")


def greedy(model, cache, logits, most, end=None):
    """At most so many greedy tokens after these logits, and the margin of each over the second best."""
    tokens, margins = [], []
    while len(tokens) < most:
        best, second = (int(i) for i in np.argsort(-logits)[:2])
        if best == end:
            break
        tokens.append(best)
        margins.append(round(float(logits[best] - logits[second]), 4))
        logits = model.forward(np.array([best]), cache)
    return tokens, margins


def recorded(logits):
    """The highest logits and those of the fixed tokens, by token."""
    top = np.argsort(-logits)[:64].tolist()
    return {str(i): round(float(logits[i]), 5) for i in top + FIXED}


def write_answers(model, llama, encode, folder):
    answers = []
    for question in QUESTIONS:
        text = prompt(question)
        ids = encode(text)
        cache = {}
        first = model.forward(np.array(ids), cache)
        tokens, margins = greedy(model, cache, first, NEW_TOKENS, END)
        answers.append({
            "prompt": text,
            "promptTokens": ids,
            "tokens": tokens,
            "margins": margins,
            "text": llama.detokenize(tokens).decode("utf-8", "replace"),
            "logits": recorded(first),
        })  # fmt: skip
        print(len(ids), repr(answers[-1]["text"]))
    lines = ",\n".join(json.dumps(answer, ensure_ascii=True, separators=(",", ":")) for answer in answers)
    (folder / "answers.json").write_text(f"[\n{lines}\n]\n")


def full_context(model, cycle, context):
    """A prompt that leaves room for a few tokens, and those: the prompts of the answers, over and over."""
    ids = np.resize(np.array(cycle), context - LONG_NEW)
    cache = {}
    for start in range(0, len(ids), PIECE):  # the scores of all at once would take 70 GB
        first = model.forward(ids[start : start + PIECE], cache)
    tokens, margins = greedy(model, cache, first, LONG_NEW)
    return {
        "length": len(ids),
        "tokens": tokens,
        "margins": margins,
        "logits": recorded(first),
    }


def write_full_contexts(model, folder):
    answers = json.loads((folder / "answers.json").read_text())
    cycle = [i for answer in answers for i in answer["promptTokens"]]
    rows = [full_context(model, cycle, context) for context in CONTEXTS]
    lines = ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows)
    (folder / "full-contexts.json").write_text(f"[\n{lines}\n]\n")


def main(gguf, fixtures):
    folder = Path(fixtures)
    llama = Llama(gguf, vocab_only=True, verbose=False)
    encode = tokenizer(llama)
    write_tokens(encode, folder)
    model = Model(gguf)
    write_answers(model, llama, encode, folder)
    write_full_contexts(model, folder)


if __name__ == "__main__":
    main(*sys.argv[1:])
