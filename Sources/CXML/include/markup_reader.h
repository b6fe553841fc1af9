// Reads HTML and XML through libxml2, which is loaded only when such a text is read.
#ifndef PHOTODIARY_MARKUP_READER_H
#define PHOTODIARY_MARKUP_READER_H

#include <stdbool.h>
#include <stddef.h>

/// What is told of a text, piece by piece, in UTF-8. Each returns whether to go on.
typedef struct {
  void *context;
  /// An element begins. Its attributes are names and values in turn, NULL at the end and for a
  /// value that isn't there; NULL for none.
  bool (*begin)(void *context, const char *name, const char *const *attributes);
  bool (*end)(void *context, const char *name);
  bool (*text)(void *context, const char *bytes, size_t count);
} pd_markup_handler;

/// Loads the library.
bool pd_markup_load(void);

/// The name that it is loaded by.
const char *pd_markup_library(void);

/// Reads a text in UTF-8 without zero bytes, and nothing that it refers to. `false` when it isn't read
/// to its end: a handler stopped it, or memory is lacking.
bool pd_html_read(const char *text, size_t count, const pd_markup_handler *handler);

/// The same for XML, in which the text itself can define no entities.
bool pd_xml_read(const char *text, size_t count, const pd_markup_handler *handler);

/// XML that is read as its bytes come, and never as a whole.
typedef struct pd_xml_stream pd_xml_stream;

/// NULL when memory is lacking. What the handler's context is must stay until it is closed.
pd_xml_stream *pd_xml_open(const pd_markup_handler *handler);

/// Reads the next bytes, without zero bytes. `false` when it isn't read on: a handler stopped it, or it
/// is more tangled than the library allows.
bool pd_xml_feed(pd_xml_stream *stream, const char *bytes, size_t count);

/// To be called behind the last bytes, for what the library still holds.
bool pd_xml_end(pd_xml_stream *stream);

void pd_xml_close(pd_xml_stream *stream);

#endif
