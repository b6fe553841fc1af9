#ifndef PHOTODIARY_LOADER_H
#define PHOTODIARY_LOADER_H

#include <stdbool.h>
#include <stddef.h>

/// Where the address of a function of a library goes, and the name that the library has for it.
typedef struct {
  void *place;
  const char *name;
} pd_function;

/// Loads a shared library by its name and fills the places, for what is needed too seldom to slow
/// the program's start. `false` where the library or one of the functions is missing.
bool pd_load(const char *library, const pd_function *functions, size_t count);

/// The file of a library that has that name here, with all links followed: it tells the version.
/// The library is loaded for that. `path` has room for PATH_MAX bytes; `false` where it is missing.
bool pd_library_file(const char *library, char *path);

#endif
