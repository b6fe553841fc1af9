// Converts colors to sRGB through Little CMS, which is loaded only for photos with another profile.
#ifndef PHOTODIARY_COLOR_CONVERTER_H
#define PHOTODIARY_COLOR_CONVERTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Loads the library. Call it before opening files is forbidden. Returns `false` on failure.
bool pd_lcms_load(void);

/// The file name by which the library is loaded.
const char *pd_lcms_library(void);

/// Converts RGBA in place, from Adobe RGB if there is no profile. Colors are premultiplied by
/// alpha, before and after. Returns `false`, with the pixels unchanged, without the library or if
/// the profile is damaged or for other colors.
bool pd_lcms_convert(const uint8_t *profile, size_t count, uint8_t *rgba, size_t pixels);

/// Converts CMYK, four bytes a pixel, to RGBA with an alpha of 255, in place or not. With
/// `is_inverted`, 255 means no ink.
bool pd_lcms_convert_inks(
    const uint8_t *profile, size_t count, const uint8_t *inks, bool is_inverted, uint8_t *rgba,
    size_t pixels);

#endif
