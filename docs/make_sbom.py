"""Makes docs/sbom.spdx.json: what program, library, wheel and page are made of (SPDX 2.3).

    python3 docs/make_sbom.py > docs/sbom.spdx.json

Names, kinds and licences are listed below; versions are those of the Debian packages that this
machine builds with. tests/package/check_sbom.py compares the file with what is linked and included,
tests/package/check_wheel.py with what is in the wheel.
"""

from __future__ import annotations

import json
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CREATED = "2026-11-16T00:00:00Z"


@dataclass(frozen=True)
class Dependency:
    """`debian` is the package that has it, `kind` how it gets in, in SPDX's words, `into` what."""

    name: str
    debian: str
    licence: str
    home: str
    kind: str
    into: str = "calibrant"


LINKED, INCLUDED = "DYNAMIC_LINK", "STATIC_LINK"
RUNTIME = "GPL-3.0-or-later WITH GCC-exception-3.1"
DEPENDENCIES = (
    Dependency("fmt", "libfmt9", "MIT", "https://fmt.dev", LINKED),
    Dependency("highway", "libhwy1", "Apache-2.0", "https://github.com/google/highway", LINKED),
    Dependency("zlib", "zlib1g", "Zlib", "https://zlib.net", LINKED),
    Dependency("libstdc++", "libstdc++6", RUNTIME, "https://gcc.gnu.org", LINKED),
    Dependency("libgcc", "libgcc-s1", RUNTIME, "https://gcc.gnu.org", LINKED),
    Dependency("glibc", "libc6", "LGPL-2.1-or-later", "https://www.gnu.org/software/libc", LINKED),
    Dependency("nlohmann-json", "nlohmann-json3-dev", "MIT", "https://json.nlohmann.me", INCLUDED),
    Dependency("boost", "libboost1.74-dev", "BSL-1.0", "https://www.boost.org", INCLUDED),
    Dependency(
        "cli11", "libcli11-dev", "BSD-3-Clause", "https://github.com/CLIUtils/CLI11", INCLUDED
    ),
)
# Only in the wheel. The version of nanobind is what pyproject.toml pins; nanobind brings robin-map,
# and does not say which one.
NANOBIND = Dependency(
    "nanobind", "", "BSD-3-Clause", "https://github.com/wjakob/nanobind", INCLUDED
)
ROBIN_MAP = Dependency(
    "robin-map", "", "MIT", "https://github.com/Tessil/robin-map", INCLUDED, "nanobind"
)
ALL = (*DEPENDENCIES, NANOBIND, ROBIN_MAP)
# Compiled into the WebAssembly of the npm package and the page, with the headers above. The first
# come with the compiler that web/requirements.txt pins, tools/lib/others.sh pins the others.
LLVM = "Apache-2.0 WITH LLVM-exception"
ZIG = (
    Dependency("libc++", "", LLVM, "https://libcxx.llvm.org", INCLUDED, "calibrant-web"),
    Dependency("libc++abi", "", LLVM, "https://libcxxabi.llvm.org", INCLUDED, "calibrant-web"),
    Dependency("libunwind", "", LLVM, "https://llvm.org", INCLUDED, "calibrant-web"),
    Dependency(
        "wasi-libc",
        "",
        "MIT",
        "https://github.com/WebAssembly/wasi-libc",
        INCLUDED,
        "calibrant-web",
    ),
    Dependency("zig-runtime", "", "MIT", "https://ziglang.org", INCLUDED, "calibrant-web"),
)
OTHERS = (
    Dependency(
        "highway-web",
        "",
        "Apache-2.0",
        "https://github.com/google/highway",
        INCLUDED,
        "calibrant-web",
    ),
    Dependency("zlib-web", "", "Zlib", "https://zlib.net", INCLUDED, "calibrant-web"),
)
WEB = (*ZIG, *OTHERS)


def debian_version(package: str) -> str:
    """The version of the makers, without Debian's additions."""
    version = subprocess.run(
        ["dpkg-query", "-W", "-f", "${source:Upstream-Version}", package],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    return re.sub(r"[+~.](ds|dfsg)\d*$", "", version)


def the_one(pattern: str, file: Path) -> str:
    found = re.search(pattern, file.read_text())
    assert found, f"{file} has no {pattern}"
    return str(found[1])


def pinned_version(name: str) -> str:
    return the_one(rf'"{name}==([\d.]+)"', ROOT / "pyproject.toml")


def version_of(one: Dependency) -> str:
    if one in ZIG:
        return f"as in ziglang {the_one(r'ziglang==([0-9.]+)', ROOT / 'web/requirements.txt')}"
    if one in OTHERS:
        name = one.name.removesuffix("-web")
        return the_one(rf"{name}_version=(?:.*really)?([\d.]+)", ROOT / "tools/lib/others.sh")
    if one is ROBIN_MAP:
        return f"as in nanobind {pinned_version('nanobind')}"
    return debian_version(one.debian) if one.debian else pinned_version(one.name)


def own_version() -> str:
    return the_one(r"project\(calibrant VERSION ([\d.]+)", ROOT / "CMakeLists.txt")


def package(dependency: Dependency, version: str) -> dict[str, object]:
    purl = f"pkg:pypi/{dependency.name}@{version}"
    if dependency is ROBIN_MAP:
        purl = "pkg:github/tessil/robin-map"
    if dependency in WEB:
        purl = f"pkg:generic/{dependency.name.removesuffix('-web')}"
    if dependency.debian:
        purl = f"pkg:deb/debian/{dependency.debian}"
    reference = {
        "referenceCategory": "PACKAGE-MANAGER",
        "referenceType": "purl",
        "referenceLocator": purl,
    }
    return {
        "SPDXID": identifier(dependency.name),
        "name": dependency.name,
        "versionInfo": version,
        "downloadLocation": "NOASSERTION",
        "homepage": dependency.home,
        "filesAnalyzed": False,
        "licenseConcluded": dependency.licence,
        "licenseDeclared": dependency.licence,
        "copyrightText": "NOASSERTION",
        "externalRefs": [reference],
    }


def identifier(name: str) -> str:
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "p", name)


def document() -> dict[str, object]:
    own = {
        "SPDXID": identifier("calibrant"),
        "name": "calibrant",
        "versionInfo": own_version(),
        "downloadLocation": "NOASSERTION",
        "filesAnalyzed": False,
        "licenseConcluded": "Apache-2.0",
        "licenseDeclared": "Apache-2.0",
        "copyrightText": "NOASSERTION",
    }
    web = {**own, "SPDXID": identifier("calibrant-web"), "name": "calibrant-web"}
    packages = [own, web]
    relations = [
        {
            "spdxElementId": "SPDXRef-DOCUMENT",
            "relationshipType": "DESCRIBES",
            "relatedSpdxElement": identifier("calibrant"),
        }
    ]
    relations.append(
        {
            "spdxElementId": identifier("calibrant-web"),
            "relationshipType": "VARIANT_OF",
            "relatedSpdxElement": identifier("calibrant"),
        }
    )
    for one in (*ALL, *WEB):
        packages.append(package(one, version_of(one)))
        relations.append(
            {
                "spdxElementId": identifier(one.into),
                "relationshipType": one.kind,
                "relatedSpdxElement": identifier(one.name),
            }
        )
    return {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"calibrant-{own_version()}",
        "documentNamespace": f"https://spdx.org/spdxdocs/calibrant-{own_version()}",
        "creationInfo": {"created": CREATED, "creators": ["Tool: docs/make_sbom.py"]},
        "packages": packages,
        "relationships": relations,
    }


def text() -> str:
    return json.dumps(document(), indent=2) + "\n"


def main() -> None:
    print(text(), end="")


if __name__ == "__main__":
    main()
