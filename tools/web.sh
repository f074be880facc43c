#!/bin/sh
# builds WebAssembly, the npm package and the page in build/web, and tests them with node and Chromium
set -eu
. tools/lib/shell.sh
. tools/lib/python.sh
. tools/lib/others.sh

need program web engines comfort
command -v npm >/dev/null || need npm # that of Debian, unless another is here
out=$PWD/build/web

# The compiler: clang in a package for Python, with the sources of its libraries.
zig_compiler() {
  environment web-env web/requirements.txt || return 1
  zig=$("$PWD/build/web-env/bin/python" -c 'import pathlib, ziglang; print(pathlib.Path(ziglang.__file__).parent)')
  mkdir -p "$out/tools"
  for tool in clang clang++ ar ranlib; do
    printf '#!/bin/sh\nexec "%s/zig" %s "$@"\n' "$zig" "${tool%++}" >"$out/tools/$tool"
    chmod +x "$out/tools/$tool"
  done
}

# Packages of node that only tests need.
node_packages() {
  mkdir -p "$out/node"
  cp web/tests/package.json web/tests/package-lock.json "$out/node/"
  (cd "$out/node" && npm ci --silent --no-audit --no-fund >&2)
}

if ! others || ! zig_compiler || ! node_packages; then
  no_index "WebAssembly"
  exit
fi
cmake -G Ninja -S web/wasm -B "$out/wasm" -DCMAKE_TOOLCHAIN_FILE="$PWD/web/wasm/toolchain.cmake" -DCMAKE_BUILD_TYPE=Release \
  -DCALIBRANT_ZIG="$zig" -DCALIBRANT_TOOLS="$out/tools" -DCALIBRANT_OTHERS="$PWD/build/others" >&2
cmake --build "$out/wasm" -j "$(cores)" >&2
node web/build.mjs "$out/wasm/calibrant.wasm" "$out" >&2
[ "${1:-}" != --build ] || exit 0

build_programs calibrant_program
"$out/node/node_modules/.bin/tsc" --strict --noEmit --target es2022 --module nodenext --moduleResolution nodenext \
  --typeRoots "$out/node/node_modules/@types" web/tests/use_types.mts
CALIBRANT_WEB=$out CALIBRANT_PROGRAM=$PWD/build/calibrant node --test web/tests/package.test.mjs >&2
CALIBRANT_WEB=$out CALIBRANT_PROGRAM=$PWD/build/calibrant node web/tests/measure.mjs
build/web-env/bin/python web/tests/check_page.py "$out" build/calibrant
(cd "$out" && npm pack --silent ./package >&2)
say "web: the page is build/web/calibrant.html, the package $(cd "$out" && echo build/web/calibrant-*.tgz)"
