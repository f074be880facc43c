# The library. New files under src/ are picked up by themselves.
find_package(fmt REQUIRED)
find_package(hwy REQUIRED)
find_package(Threads REQUIRED)
find_package(nlohmann_json REQUIRED) # headers only: model files
find_package(Boost 1.74 REQUIRED) # headers only: the incomplete Beta function

file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/*.cpp)
add_library(calibrant ${sources})
add_library(calibrant::calibrant ALIAS calibrant)
target_compile_features(calibrant PUBLIC cxx_std_20)
target_include_directories(
  calibrant
  PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:include>
  PRIVATE ${PROJECT_SOURCE_DIR}/src)
target_link_libraries(calibrant PRIVATE fmt::fmt hwy::hwy hwy::hwy_contrib Threads::Threads
                                        $<BUILD_INTERFACE:Boost::headers>
                                        $<BUILD_INTERFACE:nlohmann_json::nlohmann_json>)
target_compile_definitions(
  calibrant PRIVATE CALIBRANT_VERSION="${PROJECT_VERSION}"
  # The portable baseline, SSE4, AVX2 and AVX-512; the targets between gain nothing here.
  HWY_DISABLED_TARGETS=\(HWY_SSSE3|HWY_AVX3_DL\))
set_target_properties(calibrant PROPERTIES POSITION_INDEPENDENT_CODE ON VERSION ${PROJECT_VERSION}
                                           SOVERSION ${PROJECT_VERSION_MAJOR})
# A product and a sum are rounded one after the other, unless the code says MulAdd: the same bits
# from every instruction set and every compiler.
target_compile_options(calibrant PRIVATE -ffp-contract=off)

# Warnings of our own targets; a project that includes us keeps its own rules.
add_library(calibrant_warnings INTERFACE)
if(CALIBRANT_DEVELOPER)
  target_compile_options(
    calibrant_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion
                                 -Wold-style-cast -Wnon-virtual-dtor -Woverloaded-virtual -Werror)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # Overlaps inside std::string that are not there: GCC bug 105651.
    target_compile_options(calibrant_warnings INTERFACE -Wno-restrict)
  endif()
endif()
target_link_libraries(calibrant PRIVATE $<BUILD_INTERFACE:calibrant_warnings>)
