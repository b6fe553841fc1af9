// TOML as C can have it: toml++ is C++.
#ifndef PHOTODIARY_CSETTINGS_H
#define PHOTODIARY_CSETTINGS_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What became of a document.
enum pd_settings_result {
  /// The key has a string.
  pd_settings_found,
  /// There is no such key.
  pd_settings_absent,
  /// It has something else than a string.
  pd_settings_not_text,
  /// It is not TOML.
  pd_settings_invalid,
  /// This program was built where toml++ wasn't installed.
  pd_settings_unsupported,
};

/// Looks up a top-level key of a TOML document. `value` gets a copy of its string, for free();
/// `line` the line that the result is about, from 1, or 0.
enum pd_settings_result pd_settings_string(
    const char *text, size_t length, const char *key, char **value, unsigned *line);

#ifdef __cplusplus
}
#endif

#endif
