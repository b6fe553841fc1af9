#include "data.h"

// `#embed` is C23; Clang has it in every C dialect.
#pragma clang diagnostic ignored "-Wc23-extensions"

#define FILE(name, array) const struct pd_file name = {array, sizeof array}

static const unsigned char recovery_words[] = {
#embed "recovery-words.txt"
};
FILE(pd_recovery_words, recovery_words);
