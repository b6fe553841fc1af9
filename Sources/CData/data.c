#include "data.h"

// `#embed` is C23; Clang has it in every C dialect.
#pragma clang diagnostic ignored "-Wc23-extensions"

#define FILE(array) {array, sizeof array}

static const unsigned char site_style[] = {
#embed "web/site.css"
};
const struct pd_file pd_site_style = FILE(site_style);

static const unsigned char map_style[] = {
#embed "web/map.css"
};
const struct pd_file pd_map_style = FILE(map_style);

static const unsigned char book_style[] = {
#embed "web/book.css"
};
const struct pd_file pd_book_style = FILE(book_style);

static const unsigned char site_script[] = {
#embed "web/site.js"
};
const struct pd_file pd_site_script = FILE(site_script);

static const unsigned char store_format[] = {
#embed "formats/store.txt"
};
const struct pd_file pd_store_format = FILE(store_format);

static const unsigned char encrypted_store_format[] = {
#embed "formats/encrypted-store.txt"
};
const struct pd_file pd_encrypted_store_format = FILE(encrypted_store_format);

static const unsigned char remote_format[] = {
#embed "formats/remote.txt"
};
const struct pd_file pd_remote_format = FILE(remote_format);

static const unsigned char encrypted_remote_format[] = {
#embed "formats/encrypted-remote.txt"
};
const struct pd_file pd_encrypted_remote_format = FILE(encrypted_remote_format);

static const unsigned char ssh_get[] = {
#embed "ssh/get.sh"
};
const struct pd_file pd_ssh_get = FILE(ssh_get);

static const unsigned char ssh_put[] = {
#embed "ssh/put.sh"
};
const struct pd_file pd_ssh_put = FILE(ssh_put);

static const unsigned char line_breaks[] = {
#embed "unicode/line-breaks.bin"
};
const struct pd_file pd_line_breaks = FILE(line_breaks);

static const unsigned char wide_scalars[] = {
#embed "unicode/wide.bin"
};
const struct pd_file pd_wide_scalars = FILE(wide_scalars);

static const unsigned char ambiguous_scalars[] = {
#embed "unicode/ambiguous.bin"
};
const struct pd_file pd_ambiguous_scalars = FILE(ambiguous_scalars);

static const unsigned char foldings[] = {
#embed "unicode/foldings.bin"
};
const struct pd_file pd_foldings = FILE(foldings);

static const unsigned char demo_english[] = {
#embed "demo-en.txt"
};
const struct pd_file pd_demo_english = FILE(demo_english);

static const unsigned char demo_korean[] = {
#embed "demo-ko.txt"
};
const struct pd_file pd_demo_korean = FILE(demo_korean);

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
