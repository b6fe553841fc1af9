// Reads HEIC and AVIF through libheif, which is loaded only for these files: with its codecs, it
// takes longer to load than a JPEG's thumbnail takes to draw.
#ifndef PHOTODIARY_HEIF_READER_H
#define PHOTODIARY_HEIF_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  PD_HEIF_OK = 0,
  PD_HEIF_DAMAGED = 1,
  PD_HEIF_TOO_LARGE = 2,
  /// No library, or no codec for the file's contents.
  PD_HEIF_UNKNOWN = 3
};

typedef struct {
  uint32_t width, height;
  bool is_premultiplied;
  struct pd_heif_planes *planes;
} pd_heif_picture;

/// Loads the library. Call it before opening files is forbidden. Returns `false` on failure.
bool pd_heif_load(void);

/// The file name by which the library is loaded.
const char *pd_heif_library(void);

/// Decodes the main picture upright, or a thumbnail of it that is at least `width` × `height`.
/// `pixel_limit` applies to the main picture. Unless the picture `has_profile`, its colors are
/// converted to sRGB, and high dynamic range to the range of a screen. Release the picture with
/// `pd_heif_release`, even after a failure.
int pd_heif_read(
    const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, uint64_t pixel_limit,
    bool is_gray, bool has_profile, pd_heif_picture *picture);

/// Writes the colors of a row: red, green, blue and alpha, one byte each.
void pd_heif_row(const pd_heif_picture *picture, uint32_t y, uint8_t *rgba);

void pd_heif_release(pd_heif_picture *picture);

#endif
