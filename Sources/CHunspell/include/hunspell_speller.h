// Checks spelling through hunspell, which is loaded only once words are to be checked: the program
// does without it, and its dictionaries are large. Of its C interface, stable since 1.3, these few
// functions are used.
#ifndef PHOTODIARY_HUNSPELL_SPELLER_H
#define PHOTODIARY_HUNSPELL_SPELLER_H

#include <stdbool.h>

typedef struct Hunhandle pd_speller;

/// Loads the library, the first time; false when there is none.
bool pd_hunspell_load(void);

/// The name that it was loaded by; NULL when it wasn't.
const char *_Nullable pd_hunspell_library(void);

/// Loads a dictionary; NULL when that fails. Freed by `pd_hunspell_close`.
pd_speller *_Nullable pd_hunspell_open(const char *_Nonnull affixes, const char *_Nonnull words);
void pd_hunspell_close(pd_speller *_Nonnull speller);

/// The name of the encoding that words are given and proposed in. The dictionary keeps it.
const char *_Nullable pd_hunspell_encoding(pd_speller *_Nonnull speller);

bool pd_hunspell_knows(pd_speller *_Nonnull speller, const char *_Nonnull word);

/// Gives what may have been meant, as many as it says. Freed by `pd_hunspell_free`.
int pd_hunspell_suggest(
    pd_speller *_Nonnull speller, const char *_Nonnull word,
    char *_Nullable *_Nullable *_Nonnull words);
void pd_hunspell_free(
    pd_speller *_Nonnull speller, char *_Nullable *_Nullable *_Nonnull words, int count);

#endif
