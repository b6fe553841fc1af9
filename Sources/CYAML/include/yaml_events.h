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
  /// Of a scalar, in UTF-8. It lives until the next event is read, and so does the tag.
  const char *text;
  size_t length;
  /// Whether the scalar stands without quotes, so that its form says what it is.
  bool is_plain;
  /// What the text says that the value is; NULL if it doesn't.
  const char *tag;
  /// Where it begins, or where the mistake stands, from 1.
  size_t line;
} pd_yaml_event;

typedef struct pd_yaml pd_yaml;

/// Loads the library.
bool pd_yaml_load(void);

/// The name that it is loaded by.
const char *pd_yaml_library(void);

/// Begins to read a text in UTF-8, which must outlive this. NULL when memory is lacking.
pd_yaml *pd_yaml_open(const void *text, size_t length);

void pd_yaml_next(pd_yaml *yaml, pd_yaml_event *event);

void pd_yaml_close(pd_yaml *yaml);

#endif
