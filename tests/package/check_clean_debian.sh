#!/bin/sh
# The wheel and the .deb in a Debian that has nothing else: usage: check_clean_debian.sh PACKAGES WORK
#
# PACKAGES holds calibrant_*.deb and calibrant-*.whl. The wheel comes first, while there is no library
# on the system that it could have forgotten to bring. As root, since that is what chroot takes.
set -eu
packages=$(cd "$1" && pwd)
mkdir -p "$2"
work=$(cd "$2" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
golden=$here/../golden/models/v1
root=$work/debian

say() { printf '%s\n' "$*" >&2; }
inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }
apt() { inside apt-get -qq -y --no-install-recommends "$@" >&2; }

# A program finds the libraries beside it through /proc. It must be gone before the folder is.
clean() {
  ! mountpoint -q "$root/proc" || umount "$root/proc"
  rm -rf --one-file-system "$root"
}
clean
trap clean EXIT
trap 'exit 1' INT TERM # a signal alone would skip it
say "a clean Debian 12"
debootstrap --variant=minbase bookworm "$root" >"$work/debootstrap.log" || { tail "$work/debootstrap.log" >&2; exit 1; }
mount -t proc proc "$root/proc"
mkdir "$root/try"
cp "$packages"/*.deb "$packages"/*.whl "$golden"/abb_band.json "$golden"/abb_band.csv "$here"/use_wheel.py "$root/try"
cut -d, -f1 "$golden/abb_band.csv" >"$root/try/scores.csv"

say "the wheel, with NumPy and nothing else"
apt install python3-venv
# From outside: what is inside need not reach a package index.
python3 -m venv "$work/download"
"$work/download/bin/pip" download -q --disable-pip-version-check --only-binary :all: --python-version 3.11 \
  -d "$root/try" numpy
inside python3 -m venv /try/venv
inside /try/venv/bin/pip install -q --no-index --find-links /try calibrant >&2
inside /try/venv/bin/python /try/use_wheel.py /try/abb_band.json /try/abb_band.csv
inside /try/venv/bin/calibrant apply /try/abb_band.json /try/scores.csv --interval -o /try/by_wheel.csv
cmp "$root/try/by_wheel.csv" "$golden/abb_band.csv"

say "the .deb"
apt install /try/"$(basename "$packages"/calibrant_*.deb)"
inside calibrant --version
inside calibrant apply /try/abb_band.json /try/scores.csv --interval -o /try/by_deb.csv
cmp "$root/try/by_deb.csv" "$golden/abb_band.csv"
inside calibrant fit /try/abb_band.csv --score score --label calibrated -o /try/none.json 2>"$work/refused.txt" &&
  { say "a fit to labels that are none was not refused"; exit 1; }
grep -q '^calibrant: /try/abb_band.csv:2: ' "$work/refused.txt"
for file in man/man1/calibrant.1 bash-completion/completions/calibrant zsh/site-functions/_calibrant \
  fish/vendor_completions.d/calibrant.fish doc/calibrant/copyright doc/calibrant/sbom.spdx.json; do
  inside test -s "/usr/share/$file" || { say "the .deb has no $file"; exit 1; }
done

say "a C program with the shared library"
cc -std=c99 -I"$root/usr/include" "$here/../c_api/use_from_c.c" -L"$root/usr/lib" -lcalibrant -lm \
  -Wl,--allow-shlib-undefined -o "$root/try/use_from_c"
inside /try/use_from_c /try/model.json

apt remove calibrant
inside sh -c 'ls /usr/bin/calibrant /usr/lib/libcalibrant* /usr/include/calibrant 2>/dev/null' &&
  { say "removing the .deb leaves files"; exit 1; }
say "the wheel and the .deb install and run in a clean Debian 12"
