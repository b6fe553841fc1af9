#define _GNU_SOURCE
#include "archive_library.h"

#include <archive_reader.h>

// The soname must match the headers: code compiled against one version doesn't fit another.
#define LIBRARY "libarchive.so.13"

locale_t pd_archive_letters;

const char *pd_archive_library(void) { return LIBRARY; }

bool pd_archive_functions(const pd_function *functions, size_t count) {
  if (!pd_load(LIBRARY, functions, count)) return false;
  if (!pd_archive_letters) {
    pd_archive_letters = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
  }
  return pd_archive_letters != (locale_t)0;
}
