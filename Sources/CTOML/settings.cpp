#include "settings.h"

// Settings are optional: if toml++ isn't installed, the rest is built without it.
#if __has_include(<toml++/toml.h>)

namespace {

/// Exception for a failed assertion of toml++, which a mistake in the document can cause: `[[[`
/// does. It must neither end the program nor, where assertions are compiled as assumptions, become
/// undefined behavior.
struct broken_assertion {};

}  // namespace

#undef NDEBUG
#define TOML_ASSERT(expr) (static_cast<bool>(expr) ? void() : throw broken_assertion())
#define TOML_HEADER_ONLY 1
#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#define TOML_MAX_NESTED_VALUES 32
#include <toml++/toml.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

void add_day(std::string &text, const toml::date &day) {
  char digits[32];
  snprintf(digits, sizeof digits, "%04u-%02u-%02u", unsigned(day.year), unsigned(day.month),
           unsigned(day.day));
  text += digits;
}

void add_time(std::string &text, const toml::time &time) {
  char digits[32];
  snprintf(digits, sizeof digits, "%02u:%02u:%02u", unsigned(time.hour), unsigned(time.minute),
           unsigned(time.second));
  text += digits;
}

// Formats a date and time as ISO 8601.
std::string words(const toml::date_time &moment) {
  std::string text;
  add_day(text, moment.date);
  text.push_back('T');
  add_time(text, moment.time);
  if (moment.offset) {
    int minutes = moment.offset->minutes;
    char digits[32];
    snprintf(digits, sizeof digits, "%c%02d:%02d", minutes < 0 ? '-' : '+', abs(minutes) / 60,
             abs(minutes) % 60);
    text += digits;
  }
  return text;
}

struct Walk {
  void *context;
  void (*receive)(void *, const struct pd_setting *);
  std::string path;
  size_t depth = 0;

  void give(const toml::node &node, bool is_element) {
    struct pd_setting setting = {};
    setting.is_element = is_element;
    setting.path = path.c_str();
    setting.depth = depth;
    setting.line = node.source().begin.line;
    setting.column = node.source().begin.column;
    setting.end_line = node.source().end.line;
    setting.end_column = node.source().end.column;
    std::string date;
    if (auto text = node.as_string()) {
      setting.kind = pd_setting_text;
      setting.text = text->get().c_str();
      setting.length = text->get().size();
    } else if (auto number = node.as_integer()) {
      setting.kind = pd_setting_integer;
      setting.number = number->get();
    } else if (auto flag = node.as_boolean()) {
      setting.kind = pd_setting_flag;
      setting.number = flag->get();
    } else if (auto day = node.as_date()) {
      setting.kind = pd_setting_date;
      add_day(date, day->get());
    } else if (auto moment = node.as_date_time()) {
      setting.kind = pd_setting_date;
      date = words(moment->get());
    } else if (node.is_array()) {
      setting.kind = pd_setting_list;
    } else if (node.is_table()) {
      setting.kind = pd_setting_table;
    } else {
      setting.kind = pd_setting_other;
    }
    if (setting.kind == pd_setting_date) {
      setting.text = date.c_str();
      setting.length = date.size();
    }
    receive(context, &setting);
    // No setting has nested values in a list.
    if (is_element) return;
    if (auto list = node.as_array()) {
      for (auto &element : *list) give(element, true);
    } else if (auto table = node.as_table()) {
      visit(*table);
    }
  }

  void visit(const toml::table &table) {
    for (auto &&[key, node] : table) {
      size_t before = path.size();
      path.append(key.str());
      path.push_back('\0');
      ++depth;
      give(node, false);
      --depth;
      path.resize(before);
    }
  }
};

/// Returns `true` if the text contains more dots than a person writes, and sets `line` to where.
/// Tables are destroyed recursively, and only dots in names nest them without a limit.
bool has_too_many_dots(std::string_view text, unsigned &line) {
  const int most = 4096;
  int dots = 0;
  unsigned current = 1;
  for (char letter : text) {
    if (letter == '\n') ++current;
    if (letter == '.' && ++dots > most) {
      line = current;
      return true;
    }
  }
  return false;
}

bool breaks_assertion(std::string_view text) {
  try {
    (void)toml::parse(text);
  } catch (const broken_assertion &) {
    return true;
  }
  return false;
}

/// Returns the line of a mistake that breaks an assertion. The parser reads from front to back, so
/// it is the first line with which the assertion fails.
unsigned line_of_broken_assertion(std::string_view text) {
  std::vector<size_t> ends;
  for (size_t index = 0; index < text.size(); ++index) {
    if (text[index] == '\n') ends.push_back(index + 1);
  }
  ends.push_back(text.size());
  auto found = std::partition_point(ends.begin(), ends.end(), [&](size_t end) {
    return !breaks_assertion(text.substr(0, end));
  });
  return unsigned(std::min<ptrdiff_t>(found - ends.begin() + 1, ptrdiff_t(ends.size())));
}

}  // namespace

enum pd_settings_result pd_settings_read(
    const char *bytes, size_t length, void *context,
    void (*receive)(void *, const struct pd_setting *), unsigned *line) {
  *line = 0;
  std::string_view text(bytes, length);
  if (has_too_many_dots(text, *line)) return pd_settings_invalid;
  try {
    auto result = toml::parse(text);
    if (!result) {
      *line = result.error().source().begin.line;
      return pd_settings_invalid;
    }
    Walk{context, receive, {}, 0}.visit(result.table());
    return pd_settings_read_whole;
  } catch (const broken_assertion &) {
    *line = line_of_broken_assertion(text);
    return pd_settings_invalid;
  }
}

#else

enum pd_settings_result pd_settings_read(
    const char *, size_t, void *, void (*)(void *, const struct pd_setting *), unsigned *line) {
  *line = 0;
  return pd_settings_unsupported;
}

#endif
