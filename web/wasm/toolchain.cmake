# WebAssembly with the clang of the ziglang package: tools/web.sh names its folder as CALIBRANT_ZIG, and writes the
# small programs of ${CALIBRANT_TOOLS}, since CMake wants compilers of one word.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER ${CALIBRANT_TOOLS}/clang)
set(CMAKE_CXX_COMPILER ${CALIBRANT_TOOLS}/clang++)
set(CMAKE_AR ${CALIBRANT_TOOLS}/ar CACHE FILEPATH "")
set(CMAKE_RANLIB ${CALIBRANT_TOOLS}/ranlib CACHE FILEPATH "")
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES CALIBRANT_ZIG CALIBRANT_TOOLS)

# What every browser of the last years has. Exceptions are those of the first proposal, which node 20 has, too.
set(instructions "-msimd128 -mbulk-memory -mnontrapping-fptoint -msign-ext -mmutable-globals -fwasm-exceptions -mexception-handling")
set(headers "-nostdinc -isystem ${CALIBRANT_ZIG}/lib/include")
foreach(folder wasm-wasi-musl generic-musl wasm32-wasi-any any-wasi-any)
  string(APPEND headers " -isystem ${CALIBRANT_ZIG}/lib/libc/include/${folder}")
endforeach()
set(emulated "-D_WASI_EMULATED_MMAN -D_WASI_EMULATED_SIGNAL -D_WASI_EMULATED_GETPID -D_WASI_EMULATED_PROCESS_CLOCKS")
set(common "--target=wasm32-wasip1 ${instructions} ${emulated}")
# The library of C++ for one thread, whose locks do nothing and whose threads never start.
set(cxx_library
    "-nostdinc++ -isystem ${CALIBRANT_ZIG}/lib/libcxx/include -isystem ${CALIBRANT_ZIG}/lib/libcxxabi/include -D_LIBCPP_ABI_VERSION=1 -D_LIBCPP_ABI_NAMESPACE=__1 -D_LIBCPP_HAS_THREADS=1 -D_LIBCPP_HAS_THREAD_API_PTHREAD=1 -D_LIBCPP_HAS_MONOTONIC_CLOCK=1 -D_LIBCPP_HAS_TERMINAL=1 -D_LIBCPP_HAS_MUSL_LIBC=1 -D_LIBCXXABI_DISABLE_VISIBILITY_ANNOTATIONS -D_LIBCPP_DISABLE_VISIBILITY_ANNOTATIONS -D_LIBCPP_HAS_VENDOR_AVAILABILITY_ANNOTATIONS=0 -D_LIBCPP_HAS_FILESYSTEM=1 -D_LIBCPP_HAS_RANDOM_DEVICE=1 -D_LIBCPP_HAS_LOCALIZATION=1 -D_LIBCPP_HAS_UNICODE=1 -D_LIBCPP_HAS_WIDE_CHARACTERS=1 -D_LIBCPP_PSTL_BACKEND_SERIAL -D_LIBCPP_HARDENING_MODE=_LIBCPP_HARDENING_MODE_NONE -D_LIBCPP_ASSERTION_SEMANTIC_DEFAULT=_LIBCPP_ASSERTION_SEMANTIC_IGNORE")
set(CMAKE_C_FLAGS_INIT "${common} ${headers}")
set(CMAKE_CXX_FLAGS_INIT "${common} ${cxx_library} ${headers}")
