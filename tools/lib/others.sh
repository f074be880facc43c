# shellcheck shell=sh
# What other systems and wheels need of others, as sources and headers in build/others: cmake/others.cmake compiles it. After
# tools/lib/shell.sh.
#
# Highway, fmt and zlib are Debian's source packages of these versions; the headers of Boost, CLI11 and nlohmann/json are
# those that Debian installs here.
highway_version=1.2.0-2
zlib_version='1:1.3.dfsg+really1.3.1-1'
rapidcheck_version=0~1048-a5724ea-1

others() {
  need program others
  folder=$PWD/build/others
  wanted="$highway_version $zlib_version $rapidcheck_version 1"
  [ "$(cat "$folder/made" 2>/dev/null || true)" != "$wanted" ] || return 0
  say "dev: fetching the sources of Highway, zlib and RapidCheck"
  rm -rf "$folder" && mkdir -p "$folder/apt/lists/partial" "$folder/apt/parts" "$folder/include"
  mirror=$(sed -n 's/^URIs: //p' /etc/apt/sources.list.d/debian.sources | head -n 1)
  printf 'Types: deb-src\nURIs: %s\nSuites: trixie\nComponents: main\nSigned-By: /usr/share/keyrings/debian-archive-keyring.gpg\n' \
    "$mirror" >"$folder/apt/parts/trixie.sources"
  (
    cd "$folder/apt"
    set -- -qq -o Dir::Etc::SourceList=/dev/null -o Dir::Etc::SourceParts="$PWD/parts" \
      -o Dir::State::lists="$PWD/lists" -o APT::Sandbox::User=root
    apt-get "$@" update &&
      apt-get "$@" source --tar-only "highway=$highway_version" "zlib=$zlib_version" "rapidcheck=$rapidcheck_version"
  ) >&2 || return 1
  for name in highway zlib rapidcheck; do
    mkdir "$folder/$name" "$folder/apt/$name"
    tar -xf "$folder/apt/$name"_*.orig.tar.* -C "$folder/apt/$name"
    # Some archives have one folder at the top, some the sources themselves.
    top=$(cd "$folder/apt/$name" && ls)
    [ -d "$folder/apt/$name/$top" ] || top=.
    cp -R "$folder/apt/$name/$top/." "$folder/$name"
  done
  cp -R /usr/src/googletest "$folder/googletest"
  for name in boost CLI fmt nlohmann; do
    cp -RL "/usr/include/$name" "$folder/include/$name"
  done
  rm -rf "$folder/apt"
  echo "$wanted" >"$folder/made"
}
