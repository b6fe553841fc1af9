#include "yaml_events.h"

#include <loader.h>
#include <stdlib.h>
#include <yaml.h>

// The soname must match the header: code compiled against one version doesn't fit another.
#define LIBRARY "libyaml-0.so.2"

static struct {
  __typeof__(yaml_parser_initialize) *make;
  __typeof__(yaml_parser_delete) *free;
  __typeof__(yaml_parser_set_input_string) *take;
  __typeof__(yaml_parser_set_encoding) *set_encoding;
  __typeof__(yaml_parser_parse) *next;
  __typeof__(yaml_event_delete) *free_event;
} lib;

static bool is_loaded;

struct pd_yaml {
  yaml_parser_t parser;
  yaml_event_t event;
  bool holds_event;
};

const char *pd_yaml_library(void) { return LIBRARY; }

bool pd_yaml_load(void) {
  if (is_loaded) return true;
  const pd_function functions[] = {
      {&lib.make, "yaml_parser_initialize"},
      {&lib.free, "yaml_parser_delete"},
      {&lib.take, "yaml_parser_set_input_string"},
      {&lib.set_encoding, "yaml_parser_set_encoding"},
      {&lib.next, "yaml_parser_parse"},
      {&lib.free_event, "yaml_event_delete"},
  };
  is_loaded = pd_load(LIBRARY, functions, sizeof functions / sizeof *functions);
  return is_loaded;
}

pd_yaml *pd_yaml_open(const void *text, size_t length) {
  pd_yaml *yaml = (pd_yaml *)calloc(1, sizeof *yaml);
  if (!yaml) return NULL;
  if (!lib.make(&yaml->parser)) {
    free(yaml);
    return NULL;
  }
  lib.take(&yaml->parser, (const unsigned char *)text, length);
  lib.set_encoding(&yaml->parser, YAML_UTF8_ENCODING);
  return yaml;
}

void pd_yaml_next(pd_yaml *yaml, pd_yaml_event *event) {
  *event = (pd_yaml_event){.kind = PD_YAML_INVALID};
  if (yaml->holds_event) lib.free_event(&yaml->event);
  yaml->holds_event = false;
  do {
    if (yaml->holds_event) lib.free_event(&yaml->event);
    yaml->holds_event = lib.next(&yaml->parser, &yaml->event) != 0;
    if (!yaml->holds_event) {
      event->line = yaml->parser.problem_mark.line + 1;
      return;
    }
  } while (yaml->event.type == YAML_STREAM_START_EVENT ||
           yaml->event.type == YAML_DOCUMENT_START_EVENT);

  event->line = yaml->event.start_mark.line + 1;
  switch (yaml->event.type) {
    case YAML_SCALAR_EVENT:
      event->kind = PD_YAML_SCALAR;
      event->text = (const char *)yaml->event.data.scalar.value;
      event->length = yaml->event.data.scalar.length;
      event->is_plain = yaml->event.data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
      event->tag = (const char *)yaml->event.data.scalar.tag;
      break;
    case YAML_SEQUENCE_START_EVENT: event->kind = PD_YAML_LIST; break;
    case YAML_SEQUENCE_END_EVENT: event->kind = PD_YAML_LIST_END; break;
    case YAML_MAPPING_START_EVENT: event->kind = PD_YAML_MAP; break;
    case YAML_MAPPING_END_EVENT: event->kind = PD_YAML_MAP_END; break;
    case YAML_ALIAS_EVENT: event->kind = PD_YAML_ALIAS; break;
    case YAML_DOCUMENT_END_EVENT: event->kind = PD_YAML_DOCUMENT_END; break;
    default: event->kind = PD_YAML_END; break;
  }
}

void pd_yaml_close(pd_yaml *yaml) {
  if (yaml->holds_event) lib.free_event(&yaml->event);
  lib.free(&yaml->parser);
  free(yaml);
}
