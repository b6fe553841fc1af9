#include "settings.h"

// Settings are a convenience: where toml++ isn't installed, all the rest is built without it.
#if __has_include(<toml++/toml.h>)

#define TOML_HEADER_ONLY 1
#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

#include <cstring>

enum pd_settings_result pd_settings_string(
    const char *text, size_t length, const char *key, char **value, unsigned *line) {
  *value = nullptr;
  *line = 0;
  auto result = toml::parse(std::string_view(text, length));
  if (!result) {
    *line = result.error().source().begin.line;
    return pd_settings_invalid;
  }
  auto node = result.table().get(key);
  if (!node) return pd_settings_absent;
  *line = node->source().begin.line;
  auto found = node->value<std::string>();
  if (!found) return pd_settings_not_text;
  *value = strdup(found->c_str());
  return pd_settings_found;
}

#else

enum pd_settings_result pd_settings_string(
    const char *, size_t, const char *, char **value, unsigned *line) {
  *value = nullptr;
  *line = 0;
  return pd_settings_unsupported;
}

#endif
