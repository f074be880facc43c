# calibrant_hardened(TARGET...): guards against what a hostile file might do with a defect of ours.
#
# Frames of functions with arrays get a guard, calls of C's library that write into arrays of known
# size are checked, relocations become read-only before main(), no stack can be executed, and the
# program's addresses are not known beforehand. What links to our libraries keeps its own rules.
set(CALIBRANT_HARDENED OFF)
if(CALIBRANT_HARDENING
   AND CMAKE_SYSTEM_NAME STREQUAL "Linux"
   AND NOT CALIBRANT_SANITIZE
   AND NOT CALIBRANT_COVERAGE)
  set(CALIBRANT_HARDENED ON)
endif()
include(CheckPIESupported)
check_pie_supported(LANGUAGES CXX)

function(calibrant_hardened)
  if(NOT CALIBRANT_HARDENED)
    return()
  endif()
  foreach(target ${ARGN})
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    # The checks need an optimiser that knows sizes. Some compilers define a level of their own.
    target_compile_options(
      ${target} PRIVATE -fstack-protector-strong
                        $<$<NOT:$<CONFIG:Debug>>:-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2>)
    target_link_options(${target} PRIVATE -Wl,-z,relro,-z,now,-z,noexecstack)
  endforeach()
endfunction()
