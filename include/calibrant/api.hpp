// What the shared library shows: the contents of a namespace that is opened with this word. All
// else is compiled with hidden symbols.
#pragma once

#define CALIBRANT_API [[gnu::visibility("default")]]
