// Reads TIFF through libtiff, which is loaded only for these files because it depends on nine
// libraries.
#ifndef PHOTODIARY_TIFF_READER_H
#define PHOTODIARY_TIFF_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  PD_TIFF_OK = 0,
  PD_TIFF_DAMAGED = 1,
  PD_TIFF_TOO_LARGE = 2,
  /// No library, or an unsupported kind of pixels.
  PD_TIFF_UNKNOWN = 3,
  /// Only the first rows could be read.
  PD_TIFF_INCOMPLETE = 4
};

/// Receives each row from the top, as width × 4 bytes of RGBA with colors premultiplied by alpha.
typedef void (*pd_tiff_row)(void *context, uint32_t y, const uint8_t *rgba);

/// Loads the library. Call it before opening files is forbidden. Returns `false` on failure.
bool pd_tiff_load(void);

/// The file name by which the library is loaded.
const char *pd_tiff_library(void);

/// Decodes the first picture of a file, in its stored orientation. Its size must be `width` ×
/// `height`. With `as_inks`, rows contain cyan, magenta, yellow and black instead of RGBA, and the
/// result for other pictures is PD_TIFF_UNKNOWN.
int pd_tiff_read(
    const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, bool as_inks,
    size_t memory_limit, pd_tiff_row take, void *context);

#endif
