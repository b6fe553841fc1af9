// Reads YAML through libyaml, which is loaded only when a YAML text is read.
#ifndef PHOTODIARY_YAML_EVENTS_H
#define PHOTODIARY_YAML_EVENTS_H

#include <stdbool.h>
#include <stddef.h>

enum {
  PD_YAML_SCALAR = 0,
  PD_YAML_LIST = 1,
  PD_YAML_LIST_END = 2,
  PD_YAML_MAP = 3,
  PD_YAML_MAP_END = 4,
  PD_YAML_ALIAS = 5,
  PD_YAML_DOCUMENT_END = 6,
  PD_YAML_END = 7,
  PD_YAML_INVALID = 8
};

typedef struct {
  int kind;
  /// The text of a scalar, in UTF-8. Like the tag, it is valid until the next event is read.
  const char *text;
  size_t length;
  /// Set for a scalar without quotes, whose form determines its type.
  bool is_plain;
  /// The explicit tag of the value, or NULL.
  const char *tag;
  /// The line where the event begins or the mistake is, from 1.
  size_t line;
} pd_yaml_event;

typedef struct pd_yaml pd_yaml;

/// Loads the library. Returns `false` if it is missing.
bool pd_yaml_load(void);

/// The file name by which the library is loaded.
const char *pd_yaml_library(void);

/// Opens a text in UTF-8, which must outlive the reader. Returns NULL without memory.
pd_yaml *pd_yaml_open(const void *text, size_t length);

void pd_yaml_next(pd_yaml *yaml, pd_yaml_event *event);

void pd_yaml_close(pd_yaml *yaml);

#endif
