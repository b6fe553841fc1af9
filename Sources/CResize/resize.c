#include "resize.h"

#pragma clang diagnostic ignored "-Wunused-function"
#pragma clang diagnostic ignored "-Wunused-parameter"
#define STB_IMAGE_RESIZE_IMPLEMENTATION
#define STB_IMAGE_RESIZE_STATIC
#include <stb/stb_image_resize.h>

bool pd_resize(
    const uint8_t *from, int width, int height, uint8_t *to, int to_width, int to_height,
    float left, float top, float right, float bottom) {
  return stbir_resize_region(
             from, width, height, width * 4, to, to_width, to_height, to_width * 4,
             STBIR_TYPE_UINT8, 4, STBIR_ALPHA_CHANNEL_NONE, 0, STBIR_EDGE_CLAMP, STBIR_EDGE_CLAMP,
             STBIR_FILTER_DEFAULT, STBIR_FILTER_DEFAULT, STBIR_COLORSPACE_LINEAR, NULL, left, top,
             right, bottom) != 0;
}
