# Packages of what is installed: cpack in the build tree, or ./dev package.
set(CPACK_GENERATOR DEB TGZ)
set(CPACK_PACKAGE_NAME calibrant)
set(CPACK_PACKAGE_VENDOR "The Calibrant maintainers")
set(CPACK_PACKAGE_CONTACT "The Calibrant contributors (see the issues page of the repository)")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "calibrate the scores of any classifier")
set(CPACK_PACKAGE_DESCRIPTION
    "Calibrant turns classifier scores into probabilities people can act on: the
program calibrant, a library for C++ and C, their headers and CMake files.")
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
string(TOLOWER ${CMAKE_SYSTEM_NAME} system)
set(CPACK_PACKAGE_FILE_NAME calibrant-${PROJECT_VERSION}-${system}-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_STRIP_FILES ON)
set(CPACK_THREADS 0)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
# What the program and the shared library load is looked up; the headers and the shared library need
# nothing more. The static library does.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "libfmt-dev, libhwy-dev")
include(CPack)

# Where Debian wants them; a tarball has them there, too.
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/calibrant
        RENAME copyright)
install(FILES ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/CHANGELOG.md
              ${PROJECT_SOURCE_DIR}/SECURITY.md ${PROJECT_SOURCE_DIR}/THIRD_PARTY.md
              ${PROJECT_SOURCE_DIR}/docs/sbom.spdx.json
        DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/calibrant)
