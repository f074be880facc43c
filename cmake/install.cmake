# find_package(calibrant), or pkg-config calibrant, after an install.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
if(CALIBRANT_OTHERS)
  return() # the program is installed, and not a static library that needs others
endif()

# Two sets: who uses the shared library need not have the static one's dependencies.
install(
  TARGETS calibrant
  EXPORT calibrant-static
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(
  TARGETS calibrant_shared
  EXPORT calibrant-shared
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/calibrant DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
foreach(set calibrant-static calibrant-shared)
  install(
    EXPORT ${set}
    NAMESPACE calibrant::
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/calibrant)
endforeach()
# From the folder of the .pc file up to the prefix, wherever that will be.
file(RELATIVE_PATH CALIBRANT_PC_UP /${CMAKE_INSTALL_LIBDIR} /)
configure_file(${PROJECT_SOURCE_DIR}/cmake/calibrant.pc.in calibrant.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/calibrant.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
configure_package_config_file(
  ${PROJECT_SOURCE_DIR}/cmake/calibrant-config.cmake.in calibrant-config.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/calibrant)
write_basic_package_version_file(calibrant-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/calibrant-config.cmake
              ${PROJECT_BINARY_DIR}/calibrant-config-version.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/calibrant)
