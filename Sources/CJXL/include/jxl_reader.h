// Reads JPEG XL through libjxl, which is loaded only for these files.
#ifndef PHOTODIARY_JXL_READER_H
#define PHOTODIARY_JXL_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  PD_JXL_OK = 0,
  PD_JXL_DAMAGED = 1,
  PD_JXL_TOO_LARGE = 2,
  /// No library.
  PD_JXL_UNKNOWN = 3,
  /// Some pixels are missing.
  PD_JXL_INCOMPLETE = 4
};

typedef struct {
  uint32_t width, height;
  /// Four bytes a pixel: red, green, blue, alpha.
  uint8_t *rgba;
  bool is_premultiplied;
  /// The ICC profile of the colors; `NULL` if they are sRGB.
  uint8_t *profile;
  size_t profile_size;
} pd_jxl_picture;

/// Loads the library. Call it before opening files is forbidden. Returns `false` on failure.
bool pd_jxl_load(void);

/// The file name by which the library is loaded.
const char *pd_jxl_library(void);

/// Decodes the picture, or the first frame of an animation, upright. Release the picture with
/// `pd_jxl_release`, even after a failure.
int pd_jxl_read(const uint8_t *bytes, size_t count, uint64_t pixel_limit, pd_jxl_picture *picture);

void pd_jxl_release(pd_jxl_picture *picture);

#endif
