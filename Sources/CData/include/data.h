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

#endif
