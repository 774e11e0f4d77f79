#!/usr/bin/env bash
# Makes the model libraries, model/lib/*.wasm, from nothing: a Python environment with TVM, TVM's browser runtime
# compiled once, and the compiler. Takes about ten minutes on two cores the first time, one minute a library after that.
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

for variant in f32:float32 f16:float16; do
  name=smollm2-135m-instruct-${variant%%:*}
  "$env/bin/python" compiler/library.py ".build/$name.wasm" "$runtime" "${variant##*:}"
  cp ".build/$name.wasm" "lib/$name.wasm"
  chmod 644 "lib/$name.wasm"
done
# The same for both: variants differ in activations and cache, not in parameters.
cp .build/smollm2-135m-instruct-f32.json lib/library.json
(cd .. && npx oxfmt model/lib)
ls -l lib
