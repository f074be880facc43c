# Libraries of others compiled from CALIBRANT_OTHERS, for systems that have no packages of them and
# for wheels, which bring all that they need. tools/lib/others.sh fills the folder. The targets have
# the names that find_package() gives them.
enable_language(C)
set(others ${CALIBRANT_OTHERS})

foreach(name Boost::headers CLI11::CLI11 nlohmann_json::nlohmann_json fmt::fmt)
  add_library(${name} INTERFACE IMPORTED GLOBAL)
  target_include_directories(${name} INTERFACE ${others}/include)
endforeach()
target_compile_definitions(fmt::fmt INTERFACE FMT_HEADER_ONLY)

# Warnings about the code of others are theirs, and their symbols are not ours to show.
function(other_library target)
  add_library(${target} STATIC ${ARGN})
  set_target_properties(
    ${target}
    PROPERTIES POSITION_INDEPENDENT_CODE ON
               CXX_VISIBILITY_PRESET hidden
               C_VISIBILITY_PRESET hidden
               VISIBILITY_INLINES_HIDDEN ON
               UNITY_BUILD OFF)
  target_compile_options(${target} PRIVATE -w)
endfunction()

set(highway ${others}/highway/hwy)
other_library(
  other_hwy
  ${highway}/targets.cc
  ${highway}/per_target.cc
  ${highway}/aligned_allocator.cc
  ${highway}/abort.cc
  ${highway}/contrib/sort/vqsort.cc
  ${highway}/contrib/sort/vqsort_i64a.cc
  ${highway}/contrib/sort/vqsort_128a.cc)
target_include_directories(other_hwy SYSTEM PUBLIC ${others}/highway)
target_compile_definitions(
  other_hwy
  PUBLIC HWY_STATIC_DEFINE
  PRIVATE HWY_DISABLED_TARGETS=${CALIBRANT_DISABLED_TARGETS})
# vqsort.cc names the sorts of all types of keys. Two are compiled, and the linker drops the rest.
target_compile_options(other_hwy PRIVATE -ffunction-sections)
target_link_options(other_hwy INTERFACE -Wl,--gc-sections)
add_library(hwy::hwy ALIAS other_hwy)
add_library(hwy::hwy_contrib ALIAS other_hwy)

set(zlib ${others}/zlib)
other_library(
  other_zlib
  ${zlib}/adler32.c
  ${zlib}/crc32.c
  ${zlib}/deflate.c
  ${zlib}/inffast.c
  ${zlib}/inflate.c
  ${zlib}/inftrees.c
  ${zlib}/trees.c
  ${zlib}/zutil.c)
target_include_directories(other_zlib SYSTEM PUBLIC ${zlib})
add_library(ZLIB::ZLIB ALIAS other_zlib)
