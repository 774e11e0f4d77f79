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

"$env/bin/python" compiler/library.py .build/library.wasm "$runtime"
cp .build/library.wasm lib/smollm2-135m-instruct-f32.wasm
chmod 644 lib/smollm2-135m-instruct-f32.wasm
cp .build/library.json lib/library.json
ls -l lib
