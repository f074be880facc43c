// What the shared library shows: the contents of a namespace that is opened with this word. All
// else is compiled with hidden symbols. A library for Windows shows the C API only (calibrant.h).
#pragma once

#ifdef _WIN32
#define CALIBRANT_API
#else
#define CALIBRANT_API [[gnu::visibility("default")]]
#endif
