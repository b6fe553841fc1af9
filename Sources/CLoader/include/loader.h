#ifndef PHOTODIARY_LOADER_H
#define PHOTODIARY_LOADER_H

#include <stdbool.h>
#include <stddef.h>

/// The name of a library's function, and the pointer that receives its address.
typedef struct {
  void *place;
  const char *name;
} pd_function;

/// Loads a shared library by its file name and stores the addresses of functions. It is for
/// features that are used too seldom to slow down startup. Returns `false` if the library or a
/// function is missing.
bool pd_load(const char *library, const pd_function *functions, size_t count);

/// Finds the file of a library, with all links resolved, whose name shows the version. Loads the
/// library. `path` has a capacity of PATH_MAX bytes. Returns `false` if the library is missing.
bool pd_library_file(const char *library, char *path);

#endif
