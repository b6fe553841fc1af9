// Converts colors to sRGB through littlecms, which is loaded only for a photo whose profile is another one.
#ifndef PHOTODIARY_COLOR_CONVERTER_H
#define PHOTODIARY_COLOR_CONVERTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Loads the library; opens files, so it has to come before that is forbidden.
bool pd_lcms_load(void);

/// The name that it is loaded by.
const char *pd_lcms_library(void);

/// Converts RGBA in place; without a profile, from Adobe RGB. Colors are multiplied by their alpha, before and
/// after. `false`, with the pixels unchanged, without the library and for a profile that is damaged or of other
/// colors.
bool pd_lcms_convert(const uint8_t *profile, size_t count, uint8_t *rgba, size_t pixels);

/// Converts four inks a pixel to RGBA with an alpha of 255, in place or not. `is_inverted` when 255 is no ink.
bool pd_lcms_convert_inks(
    const uint8_t *profile, size_t count, const uint8_t *inks, bool is_inverted, uint8_t *rgba,
    size_t pixels);

#endif
