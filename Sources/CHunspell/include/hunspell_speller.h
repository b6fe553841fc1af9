// Checks spelling through hunspell, which is optional and loaded only when words are checked
// because its dictionaries are large. Only these functions of its C interface, stable since 1.3,
// are used.
#ifndef PHOTODIARY_HUNSPELL_SPELLER_H
#define PHOTODIARY_HUNSPELL_SPELLER_H

#include <stdbool.h>

typedef struct Hunhandle pd_speller;

/// Loads the library on the first call. Returns `false` if it is missing.
bool pd_hunspell_load(void);

/// The file name by which the library was loaded, or NULL if it wasn't.
const char *_Nullable pd_hunspell_library(void);

/// Loads a dictionary, or returns NULL on failure. Freed by `pd_hunspell_close`.
pd_speller *_Nullable pd_hunspell_open(const char *_Nonnull affixes, const char *_Nonnull words);
void pd_hunspell_close(pd_speller *_Nonnull speller);

/// The encoding of words passed in and suggested. Owned by the dictionary.
const char *_Nullable pd_hunspell_encoding(pd_speller *_Nonnull speller);

bool pd_hunspell_knows(pd_speller *_Nonnull speller, const char *_Nonnull word);

/// Sets `words` to suggestions for a word, and returns their number. Freed by `pd_hunspell_free`.
int pd_hunspell_suggest(
    pd_speller *_Nonnull speller, const char *_Nonnull word,
    char *_Nullable *_Nullable *_Nonnull words);
void pd_hunspell_free(
    pd_speller *_Nonnull speller, char *_Nullable *_Nullable *_Nonnull words, int count);

#endif
