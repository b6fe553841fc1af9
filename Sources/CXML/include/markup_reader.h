// Reads HTML and XML through libxml2, which is loaded only when one of them is read.
#ifndef PHOTODIARY_MARKUP_READER_H
#define PHOTODIARY_MARKUP_READER_H

#include <stdbool.h>
#include <stddef.h>

/// Callbacks for the pieces of a text, in UTF-8. Each returns `true` to continue.
typedef struct {
  void *context;
  /// Receives the start of an element. `attributes` is a list of alternating names and values that
  /// ends with NULL, or is NULL if there are none. A missing value is NULL.
  bool (*begin)(void *context, const char *name, const char *const *attributes);
  bool (*end)(void *context, const char *name);
  bool (*text)(void *context, const char *bytes, size_t count);
} pd_markup_handler;

/// Loads the library. Returns `false` if it is missing.
bool pd_markup_load(void);

/// The file name by which the library is loaded.
const char *pd_markup_library(void);

/// Reads a text in UTF-8 without zero bytes, and nothing that it refers to. Returns `false` if it
/// isn't read to its end because a handler stopped it or memory ran out.
bool pd_html_read(const char *text, size_t count, const pd_markup_handler *handler);

/// Reads XML like `pd_html_read`. The text can't define entities.
bool pd_xml_read(const char *text, size_t count, const pd_markup_handler *handler);

/// An XML parser that receives its bytes in pieces and never keeps the complete text.
typedef struct pd_xml_stream pd_xml_stream;

/// Opens a stream, or returns NULL without memory. The handler's context must outlive the stream.
pd_xml_stream *pd_xml_open(const pd_markup_handler *handler);

/// Parses the next bytes, without zero bytes. Returns `false` if parsing stopped because a handler
/// stopped it or the text exceeds the library's limits.
bool pd_xml_feed(pd_xml_stream *stream, const char *bytes, size_t count);

/// Parses the bytes that the library still holds. Call it after the last bytes.
bool pd_xml_end(pd_xml_stream *stream);

void pd_xml_close(pd_xml_stream *stream);

#endif
