# find_package(calibrant) after an install.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(
  TARGETS calibrant
  EXPORT calibrant-targets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/calibrant DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(
  EXPORT calibrant-targets
  NAMESPACE calibrant::
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/calibrant)
configure_package_config_file(
  ${PROJECT_SOURCE_DIR}/cmake/calibrant-config.cmake.in calibrant-config.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/calibrant)
write_basic_package_version_file(calibrant-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/calibrant-config.cmake
              ${PROJECT_BINARY_DIR}/calibrant-config-version.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/calibrant)
