#include "hunspell_speller.h"

#include <loader.h>
#include <stddef.h>

static struct {
  pd_speller *(*create)(const char *, const char *);
  void (*destroy)(pd_speller *);
  int (*spell)(pd_speller *, const char *);
  const char *(*encoding)(pd_speller *);
  int (*suggest)(pd_speller *, char ***, const char *);
  void (*free_list)(pd_speller *, char ***, int);
} hunspell;

static const char *library;

const char *pd_hunspell_library(void) { return library; }

bool pd_hunspell_load(void) {
  if (hunspell.create) return true;
  const pd_function functions[] = {
      {&hunspell.destroy, "Hunspell_destroy"},
      {&hunspell.spell, "Hunspell_spell"},
      {&hunspell.encoding, "Hunspell_get_dic_encoding"},
      {&hunspell.suggest, "Hunspell_suggest"},
      {&hunspell.free_list, "Hunspell_free_list"},
      // Last, because its presence means that all functions are loaded.
      {&hunspell.create, "Hunspell_create"},
  };
  // The versions on current systems, the newest first.
  const char *names[] = {
      "libhunspell-1.7.so.0", "libhunspell-1.7.so.1", "libhunspell-1.6.so.0", "libhunspell.so"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (!pd_load(names[i], functions, sizeof functions / sizeof *functions)) continue;
    library = names[i];
    return true;
  }
  return false;
}

pd_speller *pd_hunspell_open(const char *affixes, const char *words) {
  return hunspell.create ? hunspell.create(affixes, words) : NULL;
}

void pd_hunspell_close(pd_speller *speller) { hunspell.destroy(speller); }

const char *pd_hunspell_encoding(pd_speller *speller) { return hunspell.encoding(speller); }

bool pd_hunspell_knows(pd_speller *speller, const char *word) {
  return hunspell.spell(speller, word) != 0;
}

int pd_hunspell_suggest(pd_speller *speller, const char *word, char ***words) {
  return hunspell.suggest(speller, words, word);
}

void pd_hunspell_free(pd_speller *speller, char ***words, int count) {
  hunspell.free_list(speller, words, count);
}
