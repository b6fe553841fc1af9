// A C interface to toml++, which is C++.
#ifndef PHOTODIARY_CSETTINGS_H
#define PHOTODIARY_CSETTINGS_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The result of reading a document.
enum pd_settings_result {
  pd_settings_read_whole,
  /// The document isn't TOML.
  pd_settings_invalid,
  /// The program was built without toml++.
  pd_settings_unsupported,
};

enum pd_setting_kind {
  pd_setting_text,
  pd_setting_integer,
  pd_setting_flag,
  /// A list, whose elements follow, each with the list's path and `is_element`.
  pd_setting_list,
  /// A table, whose contents follow.
  pd_setting_table,
  /// A date, or a date and time. Its text is ISO 8601.
  pd_setting_date,
  /// A time without a date, or a fraction.
  pd_setting_other,
};

/// A value of a document. Its pointers are valid only during the call.
struct pd_setting {
  enum pd_setting_kind kind;
  bool is_element;
  /// The names of the tables and the key, each terminated by a NUL, and their number.
  const char *path;
  size_t depth;
  const char *text;
  size_t length;
  /// The value of an integer, or 0 or 1 for a flag.
  long long number;
  /// The line of its first character, from 1, and its column in code points, from 1.
  unsigned line;
  unsigned column;
  /// The position after its last character.
  unsigned end_line;
  unsigned end_column;
};

/// Parses a TOML document once and passes every value to `receive`. Sets `line` to the line of a
/// mistake, or to 0.
enum pd_settings_result pd_settings_read(
    const char *text, size_t length, void *context,
    void (*receive)(void *context, const struct pd_setting *setting), unsigned *line);

#ifdef __cplusplus
}
#endif

#endif
