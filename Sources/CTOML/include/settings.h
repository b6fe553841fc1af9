// TOML as C can have it: toml++ is C++.
#ifndef PHOTODIARY_CSETTINGS_H
#define PHOTODIARY_CSETTINGS_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What became of a document.
enum pd_settings_result {
  pd_settings_read_whole,
  /// It is not TOML.
  pd_settings_invalid,
  /// This program was built where toml++ wasn't installed.
  pd_settings_unsupported,
};

enum pd_setting_kind {
  pd_setting_text,
  pd_setting_integer,
  pd_setting_flag,
  /// Its elements follow, each with the list's path and `is_element`.
  pd_setting_list,
  /// What stands in it follows.
  pd_setting_table,
  /// A day, or a day and time; its text is ISO 8601.
  pd_setting_date,
  /// A time alone, a fraction.
  pd_setting_other,
};

/// One value of a document. Nothing that is pointed at outlives the call.
struct pd_setting {
  enum pd_setting_kind kind;
  bool is_element;
  /// The names of the tables and the key, each ended by a NUL, and how many there are.
  const char *path;
  size_t depth;
  const char *text;
  size_t length;
  /// Of an integer, or 0 and 1.
  long long number;
  /// From 1.
  unsigned line;
};

/// Gives every value of a TOML document, in one parse. `line` is that of a mistake, or 0.
enum pd_settings_result pd_settings_read(
    const char *text, size_t length, void *context,
    void (*receive)(void *context, const struct pd_setting *setting), unsigned *line);

#ifdef __cplusplus
}
#endif

#endif
