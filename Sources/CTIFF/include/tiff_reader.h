// Reads TIFF through libtiff, which is loaded only when a TIFF comes: it brings nine libraries.
#ifndef PHOTODIARY_TIFF_READER_H
#define PHOTODIARY_TIFF_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  PD_TIFF_OK = 0,
  PD_TIFF_DAMAGED = 1,
  PD_TIFF_TOO_LARGE = 2,
  /// No library, or a kind of pixels that it doesn't know.
  PD_TIFF_UNKNOWN = 3,
  /// Only the first rows came.
  PD_TIFF_INCOMPLETE = 4
};

/// Called once for each row from the top, with width × 4 bytes of RGBA, colors already multiplied
/// by their alpha.
typedef void (*pd_tiff_row)(void *context, uint32_t y, const uint8_t *rgba);

/// Loads the library; opens files, so it has to come before that is forbidden.
bool pd_tiff_load(void);

/// The name that it is loaded by.
const char *pd_tiff_library(void);

/// Decodes the first picture of a file, as it is stored. It must be `width` × `height`. `as_inks` gives cyan,
/// magenta, yellow and black instead of RGBA; other pictures are unknown then.
int pd_tiff_read(
    const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, bool as_inks,
    size_t memory_limit, pd_tiff_row take, void *context);

#endif
