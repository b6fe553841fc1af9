// Estimates how hard a passphrase is to guess, through zxcvbn-c, which is loaded only when a new one
// is typed: the program does without it, and its dictionaries are large.
#ifndef PHOTODIARY_PASSPHRASE_GUESSES_H
#define PHOTODIARY_PASSPHRASE_GUESSES_H

#include <stdbool.h>

/// Loads the library, the first time; false when there is none.
bool pd_zxcvbn_load(void);

/// The name that it is loaded by.
const char *_Nonnull pd_zxcvbn_library(void);

/// The bits that whoever guesses a text by words, names, dates and rows of keys has to find. Once it
/// is loaded, from any thread.
double pd_zxcvbn_bits(const char *_Nonnull text);

#endif
