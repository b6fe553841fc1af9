#include "resize.h"

#pragma clang diagnostic ignored "-Wunused-function"
#pragma clang diagnostic ignored "-Wunused-parameter"

// A Catmull-Rom filter leaves a picture of the right size unchanged.

#if __has_include(<stb/stb_image_resize.h>)

#define STB_IMAGE_RESIZE_IMPLEMENTATION
#define STB_IMAGE_RESIZE_STATIC
#include <stb/stb_image_resize.h>

bool pd_resize(
    const uint8_t *from, int width, int height, uint8_t *to, int to_width, int to_height,
    float left, float top, float right, float bottom) {
  return stbir_resize_region(
             from, width, height, width * 4, to, to_width, to_height, to_width * 4,
             STBIR_TYPE_UINT8, 4, STBIR_ALPHA_CHANNEL_NONE, 0, STBIR_EDGE_CLAMP, STBIR_EDGE_CLAMP,
             STBIR_FILTER_CATMULLROM, STBIR_FILTER_CATMULLROM, STBIR_COLORSPACE_LINEAR, NULL, left,
             top, right, bottom) != 0;
}

#else

// The version on newer systems.
#define STB_IMAGE_RESIZE_IMPLEMENTATION
#define STB_IMAGE_RESIZE_STATIC
#include <stb/stb_image_resize2.h>

bool pd_resize(
    const uint8_t *from, int width, int height, uint8_t *to, int to_width, int to_height,
    float left, float top, float right, float bottom) {
  STBIR_RESIZE resize;
  stbir_resize_init(
      &resize, from, width, height, width * 4, to, to_width, to_height, to_width * 4,
      STBIR_4CHANNEL, STBIR_TYPE_UINT8);
  stbir_set_filters(&resize, STBIR_FILTER_CATMULLROM, STBIR_FILTER_CATMULLROM);
  return stbir_set_input_subrect(&resize, left, top, right, bottom) != 0 &&
         stbir_resize_extended(&resize) != 0;
}

#endif
