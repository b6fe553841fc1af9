#include "data.h"

// `#embed` is C23; Clang has it in every C dialect.
#pragma clang diagnostic ignored "-Wc23-extensions"

#define FILE(array) {array, sizeof array}

static const unsigned char recovery_words[] = {
#embed "recovery-words.txt"
};
const struct pd_file pd_recovery_words = FILE(recovery_words);

static const unsigned char ko[] = {
#embed "ko.po"
};

static const struct pd_translation translations[] = {
  {"ko", FILE(ko)},
};
const struct pd_translation *const pd_translations = translations;
const size_t pd_translation_count = sizeof translations / sizeof *translations;
