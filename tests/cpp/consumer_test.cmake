# cmake -DBUILD=<build> -DSOURCE=<source> -DCONSUMER=<source> -DWORK=<scratch> -DGENERATOR=…
#       -DCOMPILER=… -DLIBRARIES=lib… -DMANNER=find|fetch|pkg-config -DPKG_CONFIG=…
#       [-DFLAGS=<of the consumer alone>] -P …
# Builds and runs, in WORK, a project that uses the library: as it is installed, or as a part of
# its own build, shared; or the example as it says itself.

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "failed (${result}): ${ARGN}")
  endif()
endfunction()

function(expect_files folder)
  file(GLOB_RECURSE files LIST_DIRECTORIES false RELATIVE ${folder} ${folder}/*)
  if(NOT "${files}" STREQUAL "${ARGN}")
    message(FATAL_ERROR "${folder} holds ${files}, not ${ARGN}")
  endif()
endfunction()

file(REMOVE_RECURSE ${WORK})
if(MANNER STREQUAL pkg-config)
  run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix)
  set(ENV{PKG_CONFIG_PATH} ${WORK}/prefix/${LIBRARIES}/pkgconfig)
  execute_process(COMMAND ${PKG_CONFIG} --cflags --libs softmax_bridge
    OUTPUT_VARIABLE flags OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  separate_arguments(flags UNIX_COMMAND "${flags}")
  run(${COMPILER} -std=c++20 ${SOURCE}/cpp/examples/derive.cpp ${flags} -o ${WORK}/example)
  run(${WORK}/example)
  return()
endif()
if(MANNER STREQUAL find)
  run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix)
  set(options -DCMAKE_PREFIX_PATH=${WORK}/prefix -DCMAKE_CXX_FLAGS=${FLAGS})
else()
  set(options -DSOFTMAX_BRIDGE_SOURCE=${SOURCE}
    -DBUILD_SHARED_LIBS=ON -DCMAKE_EXPORT_COMPILE_COMMANDS=ON)
endif()
run(${CMAKE_COMMAND} -S ${CONSUMER} -B ${WORK}/build -G ${GENERATOR}
  -DCMAKE_CXX_COMPILER=${COMPILER} ${options})
if(MANNER STREQUAL fetch)
  file(READ ${WORK}/build/compile_commands.json commands)
  if(commands MATCHES "-Wall|-Werror|/Unity/|_test\\.cpp")
    message(FATAL_ERROR "the library decides how its host builds: ${CMAKE_MATCH_0}")
  endif()
  # Where it does not, it is built in less time.
  run(${CMAKE_COMMAND} -S ${CONSUMER} -B ${WORK}/build
    -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=9)
endif()
run(${CMAKE_COMMAND} --build ${WORK}/build --parallel)
run(${WORK}/build/consumer)

if(MANNER STREQUAL fetch)
  run(${CMAKE_COMMAND} --install ${WORK}/build --prefix ${WORK}/prefix)
  expect_files(${WORK}/prefix bin/consumer)
  file(GLOB libraries RELATIVE ${WORK}/build/_deps/softmax_bridge-build
    ${WORK}/build/_deps/softmax_bridge-build/libsoftmax_bridge.so*)
  if(libraries AND NOT libraries STREQUAL
     "libsoftmax_bridge.so;libsoftmax_bridge.so.0.1;libsoftmax_bridge.so.0.1.0")
    message(FATAL_ERROR "the shared library has no version: ${libraries}")
  endif()
endif()
