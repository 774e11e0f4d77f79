#!/usr/bin/env bash
# Makes the model libraries, model/lib/*.wasm, from nothing: a Python environment with TVM, TVM's browser runtime
# compiled once, and the compiler. Takes about ten minutes on two cores the first time, two minutes a library after that.
# Only needed when model/compiler changes; the libraries are committed.
set -euo pipefail
cd "$(dirname "$0")"
env=.venv runtime=.build/runtime
export PYTHONDONTWRITEBYTECODE=1

if ! command -v emcc > /dev/null; then
  echo "Installing emscripten"
  apt-get install -y -q emscripten
fi

if [ ! -x "$env/bin/python" ]; then
  python3 -m venv "$env"
fi
"$env/bin/pip" install -q --disable-pip-version-check -r requirements.txt
"$env/bin/pip" install -q --disable-pip-version-check --no-deps apache-tvm-tirx==0.1.0a4

if [ ! -f "$runtime/bridge.o" ]; then
  packages=$("$env/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
  bash compiler/runtime.sh "$packages" compiler/shims "$runtime"
fi

# compile VARIANT DTYPE [FEATURE]
compile() {
  local name=smollm2-135m-instruct-$1
  "$env/bin/python" compiler/library.py ".build/$name.wasm" "$runtime" "${@:2}"
  cp ".build/$name.wasm" "lib/$name.wasm"
  chmod 644 "lib/$name.wasm"
}
compile f32 float32
compile f32-subgroups float32 subgroups
compile f16 float16
# The same for all: variants differ in activations, cache and instructions, not in parameters.
cp .build/smollm2-135m-instruct-f32.json lib/library.json
(cd .. && npx oxfmt model/lib)
ls -l lib
