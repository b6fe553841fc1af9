#include "data.h"

// `#embed` is C23; Clang has it in every C dialect.
#pragma clang diagnostic ignored "-Wc23-extensions"

#define FILE(array) {array, sizeof array}

static const unsigned char site_style[] = {
#embed "web/site.css"
};
FILE(pd_site_style, site_style);

static const unsigned char map_style[] = {
#embed "web/map.css"
};
FILE(pd_map_style, map_style);

static const unsigned char book_style[] = {
#embed "web/book.css"
};
FILE(pd_book_style, book_style);

static const unsigned char site_script[] = {
#embed "web/site.js"
};
FILE(pd_site_script, site_script);

static const unsigned char store_format[] = {
#embed "formats/store.txt"
};
FILE(pd_store_format, store_format);

static const unsigned char encrypted_store_format[] = {
#embed "formats/encrypted-store.txt"
};
FILE(pd_encrypted_store_format, encrypted_store_format);

static const unsigned char remote_format[] = {
#embed "formats/remote.txt"
};
FILE(pd_remote_format, remote_format);

static const unsigned char encrypted_remote_format[] = {
#embed "formats/encrypted-remote.txt"
};
FILE(pd_encrypted_remote_format, encrypted_remote_format);

static const unsigned char ssh_get[] = {
#embed "ssh/get.sh"
};
FILE(pd_ssh_get, ssh_get);

static const unsigned char ssh_put[] = {
#embed "ssh/put.sh"
};
FILE(pd_ssh_put, ssh_put);

static const unsigned char line_breaks[] = {
#embed "unicode/line-breaks.bin"
};
FILE(pd_line_breaks, line_breaks);

static const unsigned char wide_scalars[] = {
#embed "unicode/wide.bin"
};
FILE(pd_wide_scalars, wide_scalars);

static const unsigned char ambiguous_scalars[] = {
#embed "unicode/ambiguous.bin"
};
FILE(pd_ambiguous_scalars, ambiguous_scalars);

static const unsigned char demo_entries[] = {
#embed "demo-entries.txt"
};
FILE(pd_demo_entries, demo_entries);

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
