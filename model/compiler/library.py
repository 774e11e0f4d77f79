"""Compiles a model library: `python library.py OUT.wasm RUNTIME [float32|float16] [subgroups]`.

RUNTIME is the folder of objects that runtime.sh made. Beside OUT.wasm it leaves OUT.json, what the repacker must know.
"""
import json
import subprocess
import sys
from pathlib import Path

import tvm
from tvm import relax
from tvm.script.ir_builder import tirx as T  # noqa: F401  (registers the builder)

import lowering
from config import Config
from kv_cache import attach_kv_cache
from logits import apply_bitmask, apply_logit_bias, apply_penalty
from network import Network
from sampling import sample_with_top_p, softmax_with_temperature

LINK_LEVEL = "-O3"
HOST = {"kind": "llvm", "mtriple": "wasm32-unknown-unknown-wasm"}


def attach_sampling(module, config: Config):
    """The functions WebLLM calls between the logits and the token, under the names it looks up."""
    module = module.clone()
    for kernel in (apply_logit_bias, apply_penalty, apply_bitmask):
        function = kernel(config.vocab)
        module[str(function.attrs["global_symbol"])] = function
    builder, vocab = relax.BlockBuilder(module), config.vocab

    def tensor(name, shape, dtype="float32"):
        return relax.Var(name, relax.TensorType(shape, dtype))

    def define(name, parameters, kernel, used, out):
        kernel = builder.add_func(kernel, name + "_kernel")
        with builder.function(name, parameters):
            with builder.dataflow():
                result = builder.emit_output(relax.call_tir(kernel, used, out_ty=out))
            builder.emit_func_output(result)

    logits, temperature = tensor("logits", [1, 1, vocab]), tensor("temperature", [1])
    define("softmax_with_temperature", [logits, temperature], softmax_with_temperature(vocab), [logits, temperature], relax.TensorType([1, 1, vocab], "float32"))
    arguments = [
        tensor("probs", [1, vocab]), tensor("indices", [1], "int32"), tensor("uniform", [1]),
        tensor("rows", [1], "int32"), tensor("top_p", [1]),
    ]  # fmt: skip
    define("sample_with_top_p", arguments, sample_with_top_p(vocab), arguments, relax.TensorType([1], "int32"))
    probs = tensor("probs", [1, vocab])
    with builder.function("argsort_probs", [probs]):
        # Nothing is sorted: see sampling.py. The second result is a placeholder.
        with builder.dataflow():
            placeholder = builder.emit(relax.op.builtin.alloc_tensor(relax.ShapeExpr([1]), "int32", 0))
            result = builder.emit_output(relax.Tuple([probs, placeholder]))
        builder.emit_func_output(result)
    return builder.finalize()


def metadata(config: Config, parameters):
    return {
        "model_type": "llama",
        "quantization": "q4_1",
        "context_window_size": config.context,
        "sliding_window_size": -1,
        "attention_sink_size": -1,
        "prefill_chunk_size": config.prefill_chunk,
        "kv_state_kind": "kv_cache",
        "params": [{"name": name, "shape": [int(d) for d in p.shape], "dtype": str(p.dtype)} for name, p in parameters],
    }


def lower(config: Config, target):
    """The executable and its metadata."""
    network = Network(config)
    module, parameters = network.export_tvm(spec=network.specification())
    info = metadata(config, parameters)
    with target:
        module = attach_sampling(attach_kv_cache(module, config), config)
        builder = relax.BlockBuilder(module)
        with builder.function("_metadata", []):
            builder.emit_func_output(tvm.ir.StringImm(json.dumps(info)))
        module = builder.finalize()
        for name, function in list(module.functions.items()):
            if isinstance(function, relax.Function) and name.name_hint in ("embed", "prefill"):
                module[name] = function.with_attr("tir_var_upper_bound", {"tokens": config.prefill_chunk})
        passes = [
            relax.transform.LegalizeOps(),
            relax.transform.DeadCodeElimination(),
            tvm.tirx.transform.ForceNarrowIndexToInt32(),
            relax.transform.RewriteDataflowReshape(),
        ]
        return build(module, passes, target), info


def build(module, passes, target):
    """The executable of a module whose kernels are finished: these passes, then from dataflow to the virtual machine."""
    to_machine = [
        relax.transform.ToNonDataflow(),
        relax.transform.RemovePurityChecking(),
        relax.transform.CallTIRRewrite(),
        relax.transform.StaticPlanBlockMemory(),
        relax.transform.LowerAllocTensor(),
        relax.transform.KillAfterLastUse(),
        relax.transform.LowerRuntimeBuiltin(),
        relax.transform.VMShapeLower(),
        relax.transform.AttachGlobalSymbol(),
    ]
    lowered = tvm.transform.Sequential([*passes, *to_machine])(module)
    return relax.build(lowered, target=target, relax_pipeline=None, tir_pipeline=lowering.NAME)


def linker(runtime: Path):
    """Links compiled objects with TVM's runtime into one standalone wasm module."""

    def link(output, objects, options=None):
        objects = [objects] if isinstance(objects, str) else list(objects)
        parts = [str(runtime / f"{name}.o") for name in ("model_runtime", "webgpu_runtime", "bridge")]
        settings = ["WASM_BIGINT=1", "ERROR_ON_UNDEFINED_SYMBOLS=0", "STANDALONE_WASM=1", "ALLOW_MEMORY_GROWTH=1", "TOTAL_MEMORY=64MB"]
        flags = [flag for setting in settings for flag in ("-s", setting)]
        subprocess.run(["emcc", LINK_LEVEL, "-std=c++17", "--no-entry", *flags, "-o", output, *parts, *objects], check=True)

    link.output_format = "wasm"
    return link


def main(output, runtime, dtype="float32", *features):
    lowering.register()
    subgroups = "subgroups" in features
    config = Config(dtype=dtype, team=4 if subgroups else 1)
    target = tvm.target.Target({"kind": "webgpu", "supports_subgroups": subgroups}, host=HOST)
    executable, info = lower(config, target)
    executable.export_library(output, fcompile=linker(Path(runtime)))
    # One parameter a line, so that a change can be read.
    params = ",\n".join("  " + json.dumps(parameter) for parameter in info.pop("params"))
    head = "".join(f" {json.dumps(key)}: {json.dumps(value)},\n" for key, value in info.items())
    Path(output).with_suffix(".json").write_text(f'{{\n{head} "params": [\n{params}\n ]\n}}\n')


if __name__ == "__main__":
    main(*sys.argv[1:])
