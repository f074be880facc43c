#!/bin/sh
# makes .deb, tarball, wheel and sdist: build/packages (--test: and installs them, as root)
set -eu
. tools/lib/shell.sh
. tools/lib/python.sh

# The wheel is repaired: it brings the libraries that not every Linux has.
package() {
  if ! wheel_environment || ! environment package-env python/requirements/package.txt; then
    no_index "the wheel"
    exit 1
  fi
  need package
  build_programs calibrant_program libcalibrant.a calibrant_shared calibrant_man calibrant_bash calibrant_zsh calibrant_fish
  rm -rf build/packages
  cpack --config build/CPackConfig.cmake >&2
  rm -rf build/packages/_CPack_Packages
  wheel
  PATH=$PWD/build/package-env/bin:$PATH build/package-env/bin/auditwheel repair -w build/packages build/wheels/*.whl >&2
  build/wheel-env/bin/python -c 'import scikit_build_core.build as b; b.build_sdist("build/packages")' >&2
}

# What is packaged works where nothing else is: minutes. A clean Debian is a chroot, which takes root; without root that is said
# aloud, and is a failure where CI runs.
test_package() {
  if [ "$(id -u)" -eq 0 ]; then
    need clean-debian
    tests/package/check_clean_debian.sh build/packages build/clean
  else
    say "skipped: a clean Debian takes root (chroot)"
    [ "${CI:-}" != true ]
  fi
  tests/package/check_sdist.sh build/packages build/clean
}

package
[ "${1:-}" != --test ] || test_package
ls build/packages
