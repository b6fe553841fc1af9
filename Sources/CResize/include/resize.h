// stb_image_resize, compiled once.
#ifndef PHOTODIARY_RESIZE_H
#define PHOTODIARY_RESIZE_H

#include <stdbool.h>
#include <stdint.h>

/// Scales a part of an opaque RGBA picture to exactly `to_width` × `to_height` pixels. The part's
/// sides are fractions of the picture's. Returns `false` without memory.
bool pd_resize(
    const uint8_t *from, int width, int height, uint8_t *to, int to_width, int to_height,
    float left, float top, float right, float bottom);

#endif
