#define _GNU_SOURCE
#include "loader.h"

#include <dlfcn.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>

bool pd_load(const char *library, const pd_function *functions, size_t count) {
  void *found = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (!found) return false;
  for (size_t i = 0; i < count; i++) {
    void *function = dlsym(found, functions[i].name);
    if (!function) return false;
    memcpy(functions[i].place, &function, sizeof function);
  }
  return true;
}

bool pd_library_file(const char *library, char *path) {
  void *found = dlopen(library, RTLD_LAZY | RTLD_LOCAL);
  if (!found) return false;
  struct link_map *map = NULL;
  return dlinfo(found, RTLD_DI_LINKMAP, &map) == 0 && map && realpath(map->l_name, path);
}
