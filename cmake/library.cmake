# The library. New files under src/ are picked up by themselves.
find_package(Threads REQUIRED)
# The portable baseline, SSE4, AVX2 and AVX-512; the targets between and beyond gain nothing here.
# Arm has NEON: not every compiler can make code for SVE.
set(disabled "HWY_SSSE3|HWY_AVX3_DL")
if(CALIBRANT_OTHERS OR CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
  string(APPEND disabled "|HWY_SVE|HWY_SVE2|HWY_SVE_256|HWY_SVE2_128")
endif()
if(CALIBRANT_OTHERS) # a Highway that knows more
  string(APPEND disabled "|HWY_AVX3_ZEN4|HWY_AVX3_SPR|HWY_NEON_BF16")
endif()
set(CALIBRANT_DISABLED_TARGETS \(${disabled}\))
if(CALIBRANT_OTHERS)
  include(cmake/others.cmake)
else()
  find_package(fmt REQUIRED)
  find_package(hwy REQUIRED)
  find_package(nlohmann_json REQUIRED) # headers only: model files
  find_package(Boost 1.74 REQUIRED) # headers only: the incomplete Beta function
endif()

# The sources are compiled once, with hidden symbols (calibrant/api.hpp shows what is public), and
# put into two libraries: a static one, which our own programs use since it has all of src/ in it,
# and a shared one, which shows the public API and nothing else.
file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/*.cpp)
add_library(calibrant_objects OBJECT ${sources})
target_include_directories(calibrant_objects PRIVATE ${PROJECT_SOURCE_DIR}/include
                                                     ${PROJECT_SOURCE_DIR}/src)
target_compile_definitions(
  calibrant_objects PRIVATE CALIBRANT_VERSION="${PROJECT_VERSION}"
  HWY_DISABLED_TARGETS=${CALIBRANT_DISABLED_TARGETS})
set_target_properties(
  calibrant_objects PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden
                               VISIBILITY_INLINES_HIDDEN ON)
# A product and a sum are rounded one after the other, unless the code says MulAdd: the same bits
# from every instruction set and every compiler.
include(CheckCXXCompilerFlag)
check_cxx_compiler_flag(-ffp-contract=off CALIBRANT_FP_CONTRACT)
if(CALIBRANT_FP_CONTRACT)
  target_compile_options(calibrant_objects PRIVATE -ffp-contract=off)
endif()

set(dependencies fmt::fmt hwy::hwy hwy::hwy_contrib Threads::Threads)
target_link_libraries(calibrant_objects PRIVATE ${dependencies} Boost::headers
                                                nlohmann_json::nlohmann_json)
add_library(calibrant STATIC $<TARGET_OBJECTS:calibrant_objects>)
add_library(calibrant_shared SHARED $<TARGET_OBJECTS:calibrant_objects>)
foreach(library calibrant calibrant_shared)
  target_compile_features(${library} PUBLIC cxx_std_20)
  target_include_directories(${library} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                                               $<INSTALL_INTERFACE:include>)
  target_link_libraries(${library} PRIVATE ${dependencies})
endforeach()
set(symbols ${PROJECT_SOURCE_DIR}/cmake/symbols.map)
if(CMAKE_EXECUTABLE_FORMAT STREQUAL "ELF")
  target_link_options(calibrant_shared PRIVATE -Wl,--version-script=${symbols})
endif()
if(WIN32)
  target_compile_definitions(calibrant_objects PRIVATE CALIBRANT_MAKES_DLL)
endif()
# Before 1.0 a new minor version may break what was compiled for the last one.
set_target_properties(
  calibrant_shared
  PROPERTIES OUTPUT_NAME calibrant
             EXPORT_NAME shared
             LINK_DEPENDS ${symbols}
             VERSION ${PROJECT_VERSION}
             SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
add_library(calibrant::shared ALIAS calibrant_shared)
if(BUILD_SHARED_LIBS)
  add_library(calibrant::calibrant ALIAS calibrant_shared)
else()
  add_library(calibrant::calibrant ALIAS calibrant)
endif()

# Warnings of our own targets; a project that includes us keeps its own rules.
add_library(calibrant_warnings INTERFACE)
if(CALIBRANT_WARNINGS)
  target_compile_options(
    calibrant_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion
                                 -Wold-style-cast -Wnon-virtual-dtor -Woverloaded-virtual -Werror)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # Overlaps inside std::string that are not there: GCC bug 105651.
    target_compile_options(calibrant_warnings INTERFACE -Wno-restrict)
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CALIBRANT_SANITIZE)
    # GCC warns of what sanitizers themselves put in: optional members that were never set.
    target_compile_options(calibrant_warnings INTERFACE -Wno-maybe-uninitialized)
  endif()
endif()
target_link_libraries(calibrant_objects PRIVATE calibrant_warnings)
# Highway includes each kernel several times, and a system's headers define common words, so each of
# these must be alone.
calibrant_unity(calibrant_objects ALONE "/src/(kernels|system)/")
calibrant_hardened(calibrant_objects calibrant_shared)
