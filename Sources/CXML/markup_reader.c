#include "markup_reader.h"

#include <libxml/HTMLparser.h>
#include <libxml/parser.h>
#include <limits.h>
#include <loader.h>
#include <stdlib.h>
#include <string.h>

// The soname must match the header: code compiled against one version doesn't fit another.
#if LIBXML_VERSION >= 21400
#define LIBRARY "libxml2.so.16"
#else
#define LIBRARY "libxml2.so.2"
#endif

static struct {
  __typeof__(htmlNewParserCtxt) *make;
  __typeof__(htmlFreeParserCtxt) *free;
  __typeof__(htmlCtxtReadMemory) *read;
  __typeof__(xmlNewParserCtxt) *make_xml;
  __typeof__(xmlFreeParserCtxt) *free_xml;
  __typeof__(xmlCtxtReadMemory) *read_xml;
  __typeof__(xmlCreatePushParserCtxt) *make_push;
  __typeof__(xmlCtxtUseOptions) *use_options;
  __typeof__(xmlParseChunk) *feed;
  __typeof__(xmlStopParser) *stop;
} lib;

static bool is_loaded;

typedef struct {
  xmlParserCtxtPtr parser;
  const pd_markup_handler *handler;
  bool is_stopped;
} reading;

const char *pd_markup_library(void) { return LIBRARY; }

bool pd_markup_load(void) {
  if (is_loaded) return true;
  const pd_function functions[] = {
      {&lib.make, "htmlNewParserCtxt"},
      {&lib.free, "htmlFreeParserCtxt"},
      {&lib.read, "htmlCtxtReadMemory"},
      {&lib.make_xml, "xmlNewParserCtxt"},
      {&lib.free_xml, "xmlFreeParserCtxt"},
      {&lib.read_xml, "xmlCtxtReadMemory"},
      {&lib.make_push, "xmlCreatePushParserCtxt"},
      {&lib.use_options, "xmlCtxtUseOptions"},
      {&lib.feed, "xmlParseChunk"},
      {&lib.stop, "xmlStopParser"},
  };
  is_loaded = pd_load(LIBRARY, functions, sizeof functions / sizeof *functions);
  return is_loaded;
}

static void check(reading *state, bool goes_on) {
  if (goes_on || state->is_stopped) return;
  state->is_stopped = true;
  lib.stop(state->parser);
}

static void begin(void *data, const xmlChar *name, const xmlChar **attributes) {
  reading *state = (reading *)data;
  if (state->is_stopped) return;
  check(state, state->handler->begin(state->handler->context, (const char *)name,
                                     (const char *const *)attributes));
}

static void end(void *data, const xmlChar *name) {
  reading *state = (reading *)data;
  if (state->is_stopped) return;
  check(state, state->handler->end(state->handler->context, (const char *)name));
}

static void text(void *data, const xmlChar *bytes, int count) {
  reading *state = (reading *)data;
  if (state->is_stopped) return;
  check(state, state->handler->text(state->handler->context, (const char *)bytes, (size_t)count));
}

// Handles only events: without a tree, none is walked recursively, and nothing is fetched.
static void prepare(reading *state) {
  xmlSAXHandlerPtr sax = state->parser->sax;
  memset(sax, 0, sizeof *sax);
  sax->startElement = begin;
  sax->endElement = end;
  sax->characters = text;
  sax->ignorableWhitespace = text;
  sax->cdataBlock = text;
  state->parser->userData = state;
}

static bool is_whole(const reading *state) {
  const xmlParserInputPtr input = state->parser->input;
  return !state->is_stopped && state->parser->disableSAX == 0 && (!input || input->cur >= input->end);
}

bool pd_html_read(const char *bytes, size_t count, const pd_markup_handler *handler) {
  if (count == 0) return true;
  if (count > INT_MAX) return false;
  reading state = {.parser = lib.make(), .handler = handler, .is_stopped = false};
  if (!state.parser) return false;
  prepare(&state);
  lib.read(state.parser, bytes, (int)count, NULL, "UTF-8",
           HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_NONET);
  const bool whole = is_whole(&state);
  lib.free(state.parser);
  return whole;
}

enum {
  XML_OPTIONS = XML_PARSE_RECOVER | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_NONET |
                XML_PARSE_SAX1
};

bool pd_xml_read(const char *bytes, size_t count, const pd_markup_handler *handler) {
  if (count > INT_MAX) return false;
  reading state = {.parser = lib.make_xml(), .handler = handler, .is_stopped = false};
  if (!state.parser) return false;
  prepare(&state);
  lib.read_xml(state.parser, bytes, (int)count, NULL, "UTF-8", XML_OPTIONS);
  const bool whole = is_whole(&state);
  lib.free_xml(state.parser);
  return whole;
}

struct pd_xml_stream {
  reading state;
  pd_markup_handler handler;
};

pd_xml_stream *pd_xml_open(const pd_markup_handler *handler) {
  pd_xml_stream *stream = calloc(1, sizeof *stream);
  if (!stream) return NULL;
  stream->handler = *handler;
  stream->state.handler = &stream->handler;
  stream->state.parser = lib.make_push(NULL, NULL, NULL, 0, NULL);
  if (!stream->state.parser) {
    free(stream);
    return NULL;
  }
  lib.use_options(stream->state.parser, XML_OPTIONS);
  // Must follow the options, which set the library's handlers.
  prepare(&stream->state);
  return stream;
}

static bool goes_on(const pd_xml_stream *stream) {
  return !stream->state.is_stopped && stream->state.parser->disableSAX == 0;
}

bool pd_xml_feed(pd_xml_stream *stream, const char *bytes, size_t count) {
  if (!goes_on(stream) || count > INT_MAX) return false;
  lib.feed(stream->state.parser, bytes, (int)count, 0);
  return goes_on(stream);
}

bool pd_xml_end(pd_xml_stream *stream) {
  if (!goes_on(stream)) return false;
  lib.feed(stream->state.parser, NULL, 0, 1);
  return goes_on(stream);
}

void pd_xml_close(pd_xml_stream *stream) {
  lib.free_xml(stream->state.parser);
  free(stream);
}
