#!/usr/bin/env bash
# Compiles TVM's browser runtime, as the apache-tvm wheel ships it, to the three objects a model library links.
# Usage: runtime.sh SITE_PACKAGES SHIMS OUT
# shims/ holds stand-ins for headers that the wheel leaves out; three more come from apache-tvm-tirx.
set -euo pipefail
packages=$1 shims=$(realpath "$2") out=$(realpath -m "$3")
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
mkdir -p "$out" "$tree/3rdparty" "$tree/web" "$tree/include/tvm/support"
cp -r "$packages/tvm/include" "$packages/tvm/src" "$tree/"
cp -r "$packages/tvm/web/emcc" "$tree/web/"
cp -r "$packages/tvm_ffi" "$tree/3rdparty/tvm-ffi"
cp -r "$shims/." "$tree/"
cp "$packages"/tvm_tirx/include/tvm/support/{io,serializer,bytes_io}.h "$tree/include/tvm/support/"
cd "$tree"
# The RPC server is left out: it needs more missing headers, and WebLLM never calls it.
grep -v 'src/runtime/rpc/' web/emcc/wasm_runtime.cc > web/emcc/model_runtime.cc
awk '/^namespace tvm/{exit} !/rpc_local_session/' web/emcc/tvmjs_support.cc > web/emcc/bridge.cc
flags=(-I. -Iinclude -I3rdparty/tvm-ffi/include -I3rdparty/tvm-ffi/include/dlpack -I3rdparty/compiler-rt -O3 -std=c++17 -Wno-ignored-attributes)
# bridge comes last: its presence means that all are there.
for unit in model_runtime webgpu_runtime bridge; do
  emcc "${flags[@]}" -c -o "$out/$unit.o" "web/emcc/$unit.cc"
done
