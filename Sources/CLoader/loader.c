#include "loader.h"

#include <dlfcn.h>
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
