// The files of data that are built into the programs.
#ifndef PHOTODIARY_CDATA_H
#define PHOTODIARY_CDATA_H

#include <stddef.h>

struct pd_file {
  const unsigned char *_Nonnull bytes;
  size_t size;
};

// The style sheet of a site. @MAP@ is where the rules of maps go.
extern const struct pd_file pd_site_style;

// The rules of maps, in a site and in an SVG file.
extern const struct pd_file pd_map_style;

// The style sheet of a book. The variables are those of the site.
extern const struct pd_file pd_book_style;

// The script of a site: arrow keys turn pages, and a search finds entries. User text is inserted as
// text nodes, never as HTML.
extern const struct pd_file pd_site_script;

// FORMAT.txt of a store, without its first two lines.
extern const struct pd_file pd_store_format;

// The same of an encrypted store.
extern const struct pd_file pd_encrypted_store_format;

// FORMAT.txt of a remote in clear, without its first two lines.
extern const struct pd_file pd_remote_format;

// The same of an encrypted remote.
extern const struct pd_file pd_encrypted_remote_format;

// The scripts for a remote's ssh host.
extern const struct pd_file pd_ssh_get;
extern const struct pd_file pd_ssh_put;

// Tables of the Unicode Character Database 15.0, which Assets/make-text-tables.py writes.
extern const struct pd_file pd_line_breaks;
extern const struct pd_file pd_wide_scalars;
extern const struct pd_file pd_ambiguous_scalars;
extern const struct pd_file pd_foldings;

// The sample diary: parts between lines of ====, each with a line for each field, a blank line
// and the text. See DemoText.
extern const struct pd_file pd_demo_english;
extern const struct pd_file pd_demo_korean;

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
