// Estimates the strength of passphrases through zxcvbn-c, which is optional and loaded only when a
// new one is typed because its dictionaries are large.
#ifndef PHOTODIARY_PASSPHRASE_GUESSES_H
#define PHOTODIARY_PASSPHRASE_GUESSES_H

#include <stdbool.h>

/// Loads the library on the first call. Returns `false` if it is missing.
bool pd_zxcvbn_load(void);

/// The file name by which the library is loaded.
const char *_Nonnull pd_zxcvbn_library(void);

/// Returns the bits of entropy against guesses by words, names, dates and rows of keys. The library
/// must be loaded. Thread-safe.
double pd_zxcvbn_bits(const char *_Nonnull text);

#endif
