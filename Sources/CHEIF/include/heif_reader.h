// Reads HEIC and AVIF through libheif, which is loaded only when one comes: with its coders it
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
  /// No library, or no coder for what is in the file.
  PD_HEIF_UNKNOWN = 3
};

typedef struct {
  uint32_t width, height;
  size_t stride;
  /// Four bytes a pixel: red, green, blue, alpha.
  const uint8_t *rgba;
  bool is_premultiplied;
  const void *image;
} pd_heif_picture;

/// Loads the library; opens files, so it has to come before that is forbidden.
bool pd_heif_load(void);

/// The name that it is loaded by.
const char *pd_heif_library(void);

/// Decodes the main picture, upright, or a thumbnail of it that is at least `width` × `height`.
/// `pixel_limit` is of the whole picture. What is read has to be released.
int pd_heif_read(
    const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, uint64_t pixel_limit,
    pd_heif_picture *picture);

void pd_heif_release(pd_heif_picture *picture);

#endif
