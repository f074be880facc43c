# Another system with the clang, libc++ and C libraries of the package ziglang: tools/lib/zig.sh
# names the target (CALIBRANT_TARGET) and writes the compilers' commands (CALIBRANT_TOOLS).
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES CALIBRANT_TARGET CALIBRANT_TOOLS)
set(CMAKE_SYSTEM_NAME Linux)
string(REGEX MATCH "^[^-]+" CMAKE_SYSTEM_PROCESSOR ${CALIBRANT_TARGET})
set(CMAKE_C_COMPILER ${CALIBRANT_TOOLS}/cc)
set(CMAKE_CXX_COMPILER ${CALIBRANT_TOOLS}/c++)
set(CMAKE_AR ${CALIBRANT_TOOLS}/ar CACHE FILEPATH "")
set(CMAKE_RANLIB ${CALIBRANT_TOOLS}/ranlib CACHE FILEPATH "")
# Nothing of this machine gets in.
set(CMAKE_FIND_ROOT_PATH ${CALIBRANT_TOOLS})
foreach(kind LIBRARY INCLUDE PACKAGE)
  set(CMAKE_FIND_ROOT_PATH_MODE_${kind} ONLY)
endforeach()
if(CALIBRANT_TARGET MATCHES "aarch64")
  set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64-static)
endif()
