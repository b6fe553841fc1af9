// The files of data that are built into the programs.
#ifndef PHOTODIARY_CDATA_H
#define PHOTODIARY_CDATA_H

#include <stddef.h>

struct pd_file {
  const unsigned char *_Nonnull bytes;
  size_t size;
};

// The EFF's long word list for passphrases, one word per line, in order.
extern const struct pd_file pd_recovery_words;

// The program's texts in a language other than English, as a .po file of gettext.
struct pd_translation {
  // The ISO 639 code.
  const char *_Nonnull language;
  struct pd_file file;
};

extern const struct pd_translation *_Nonnull const pd_translations;
extern const size_t pd_translation_count;

#endif
