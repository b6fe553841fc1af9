#include "passphrase_guesses.h"

#include <loader.h>
#include <stddef.h>
#include <zxcvbn.h>

// The soname must match the header: code compiled against one version doesn't fit another.
#define LIBRARY "libzxcvbn.so.0"

static __typeof__(ZxcvbnMatch) *match;

const char *pd_zxcvbn_library(void) { return LIBRARY; }

bool pd_zxcvbn_load(void) {
  if (match) return true;
  const pd_function functions[] = {{&match, "ZxcvbnMatch"}};
  return pd_load(LIBRARY, functions, 1);
}

double pd_zxcvbn_bits(const char *text) { return match(text, NULL, NULL); }
