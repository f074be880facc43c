# shellcheck shell=sh
# Builds for other systems with the compiler of the package ziglang. After shell.sh, python.sh and others.sh in tools/lib.

# zig_tree NAME TARGET OPTION...: configures build/ports/NAME for TARGET, such as aarch64-linux-gnu.2.17. False if no package
# index answers.
zig_tree() {
  tree=build/ports/$1
  target=$2
  shift 2
  environment web-env web/requirements.txt || return 1
  others || return 1
  tools=$PWD/$tree/tools
  mkdir -p "$tools"
  zig=$("$PWD/build/web-env/bin/python" -c 'import pathlib, ziglang; print(pathlib.Path(ziglang.__file__).parent / "zig")')
  # Zig would stop a program at what is undefined in C's eyes, and a debugger's symbols are not shipped.
  for tool in cc c++; do
    zig_command "$tools/$tool" "exec $zig $tool -target $target -fno-sanitize=undefined -g0 \"\$@\""
  done
  for tool in ar ranlib; do
    zig_command "$tools/$tool" "exec $zig $tool \"\$@\""
  done
  cmake -S . -B "$tree" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_TOOLCHAIN_FILE="$PWD/cmake/zig.cmake" \
    -DCALIBRANT_TARGET="$target" -DCALIBRANT_TOOLS="$tools" -DCALIBRANT_OTHERS="$PWD/build/others" -DCALIBRANT_DEVELOPER=OFF \
    -DCALIBRANT_WARNINGS=ON "$@" >&2
}

# A command that is as it was is not written again, or all would be compiled again.
zig_command() {
  printf '#!/bin/sh\n%s\n' "$2" >"$1.new"
  chmod +x "$1.new"
  if cmp -s "$1.new" "$1"; then rm "$1.new"; else mv "$1.new" "$1"; fi
}
