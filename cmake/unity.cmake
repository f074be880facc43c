# calibrant_unity(TARGET): the files of a folder are compiled together, a dozen at a time, since most
# of the time goes into headers and templates that they share. Helpers in anonymous namespaces
# therefore have names of their own within a folder.
option(CALIBRANT_UNITY "Compile the files of a folder together" ON)
set(CALIBRANT_UNITY_FILES 12) # more save little, and a change of one file compiles them all

function(calibrant_unity target)
  if(NOT CALIBRANT_UNITY)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  set(folders)
  foreach(source IN LISTS sources)
    cmake_path(GET source PARENT_PATH path)
    cmake_path(GET path FILENAME folder)
    # Highway includes each of these files several times, so each must be alone.
    if(NOT folder STREQUAL "kernels")
      list(APPEND folders ${folder})
      list(APPEND files_of_${folder} ${source})
    endif()
  endforeach()
  list(REMOVE_DUPLICATES folders)
  foreach(folder IN LISTS folders)
    list(LENGTH files_of_${folder} count)
    math(EXPR groups "(${count} + ${CALIBRANT_UNITY_FILES} - 1) / ${CALIBRANT_UNITY_FILES}")
    set(place 0)
    foreach(source IN LISTS files_of_${folder})
      math(EXPR group "${place} * ${groups} / ${count}")
      set_property(SOURCE ${source} PROPERTY UNITY_GROUP ${folder}_${group})
      math(EXPR place "${place} + 1")
    endforeach()
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()
