#include "color_converter.h"

#include <lcms2.h>
#include <loader.h>
#include <string.h>

#define LIBRARY "liblcms2.so.2"

static struct {
  __typeof__(cmsOpenProfileFromMem) *open;
  __typeof__(cmsCreate_sRGBProfile) *srgb;
  __typeof__(cmsCreateRGBProfile) *rgb;
  __typeof__(cmsBuildGamma) *gamma;
  __typeof__(cmsFreeToneCurve) *free_curve;
  __typeof__(cmsCloseProfile) *close;
  __typeof__(cmsGetColorSpace) *space;
  __typeof__(cmsCreateTransform) *make;
  __typeof__(cmsDoTransform) *convert;
  __typeof__(cmsDeleteTransform) *free;
} lcms;

const char *pd_lcms_library(void) { return LIBRARY; }

bool pd_lcms_load(void) {
  const pd_function functions[] = {
      {&lcms.open, "cmsOpenProfileFromMem"},   {&lcms.srgb, "cmsCreate_sRGBProfile"},
      {&lcms.close, "cmsCloseProfile"},        {&lcms.space, "cmsGetColorSpace"},
      {&lcms.make, "cmsCreateTransform"},      {&lcms.convert, "cmsDoTransform"},
      {&lcms.free, "cmsDeleteTransform"},      {&lcms.rgb, "cmsCreateRGBProfile"},
      {&lcms.gamma, "cmsBuildGamma"},          {&lcms.free_curve, "cmsFreeToneCurve"},
  };
  return pd_load(LIBRARY, functions, sizeof functions / sizeof *functions);
}

/// Creates the profile of Adobe RGB (1998), section 4.3. Returns `NULL` without memory.
static cmsHPROFILE adobe_rgb(void) {
  cmsCIExyY white = {0.3127, 0.3290, 1};
  cmsCIExyYTRIPLE primaries = {{0.64, 0.33, 1}, {0.21, 0.71, 1}, {0.15, 0.06, 1}};
  cmsToneCurve *curve = lcms.gamma(NULL, 2.19921875);
  if (!curve) return NULL;
  cmsToneCurve *curves[] = {curve, curve, curve};
  cmsHPROFILE profile = lcms.rgb(&white, &primaries, curves);
  lcms.free_curve(curve);
  return profile;
}

/// Creates a transform from pixels in one of these formats to RGBA, or returns `NULL`. A format of
/// 0 rejects profiles of that color space.
static cmsHTRANSFORM transform(
    const uint8_t *profile, size_t count, uint32_t rgb, uint32_t gray, uint32_t inks) {
  if (!lcms.free || count > UINT32_MAX) return NULL;
  cmsHPROFILE from = profile ? lcms.open(profile, (cmsUInt32Number)count) : adobe_rgb();
  if (!from) return NULL;
  cmsHTRANSFORM made = NULL;
  cmsColorSpaceSignature space = lcms.space(from);
  uint32_t format = space == cmsSigRgbData    ? rgb
                    : space == cmsSigGrayData ? gray
                    : space == cmsSigCmykData ? inks
                                              : 0;
  cmsHPROFILE to = format ? lcms.srgb() : NULL;
  if (to) {
    made = lcms.make(from, format, to, TYPE_RGBA_8, INTENT_PERCEPTUAL, 0);
    lcms.close(to);
  }
  lcms.close(from);
  return made;
}

/// Divides or multiplies colors by their alpha.
static void scale(uint8_t *rgba, size_t pixels, bool divides) {
  for (uint8_t *end = rgba + pixels * 4; rgba < end; rgba += 4) {
    unsigned alpha = rgba[3];
    if (alpha == 255 || alpha == 0) continue;
    for (int i = 0; i < 3; i++) {
      unsigned value =
          divides ? (rgba[i] * 255u + alpha / 2) / alpha : (rgba[i] * alpha + 127) / 255;
      rgba[i] = (uint8_t)(value > 255 ? 255 : value);
    }
  }
}

/// Returns `true` if all pixels are gray, as a gray profile requires.
static bool is_gray(const uint8_t *rgba, size_t pixels) {
  for (const uint8_t *end = rgba + pixels * 4; rgba < end; rgba += 4) {
    if (rgba[0] != rgba[1] || rgba[0] != rgba[2]) return false;
  }
  return true;
}

/// The number of pixels converted per call, where the library's count has 32 bits.
static const size_t piece = 1 << 16;

bool pd_lcms_convert(const uint8_t *profile, size_t count, uint8_t *rgba, size_t pixels) {
  const uint32_t gray =
      COLORSPACE_SH(PT_GRAY) | CHANNELS_SH(1) | EXTRA_SH(3) | BYTES_SH(1);
  // The color space is at byte 16 of a profile.
  bool needs_gray = profile && count > 20 && memcmp(profile + 16, "GRAY", 4) == 0;
  if (needs_gray && !is_gray(rgba, pixels)) return false;
  cmsHTRANSFORM made = transform(profile, count, TYPE_RGBA_8, gray, 0);
  if (!made) return false;
  for (size_t done = 0; done < pixels; done += piece) {
    size_t length = pixels - done < piece ? pixels - done : piece;
    uint8_t *from = rgba + done * 4;
    scale(from, length, true);
    lcms.convert(made, from, from, (cmsUInt32Number)length);
    for (size_t i = 0; i < length * 4; i += 4) {
      // Transparent pixels have no color.
      if (from[i + 3] == 0) memset(from + i, 0, 4);
    }
    scale(from, length, false);
  }
  lcms.free(made);
  return true;
}

bool pd_lcms_convert_inks(
    const uint8_t *profile, size_t count, const uint8_t *inks, bool is_inverted, uint8_t *rgba,
    size_t pixels) {
  cmsHTRANSFORM made =
      transform(profile, count, 0, 0, is_inverted ? TYPE_CMYK_8_REV : TYPE_CMYK_8);
  if (!made) return false;
  for (size_t done = 0; done < pixels; done += piece) {
    size_t length = pixels - done < piece ? pixels - done : piece;
    lcms.convert(made, inks + done * 4, rgba + done * 4, (cmsUInt32Number)length);
    for (size_t i = done; i < done + length; i++) rgba[i * 4 + 3] = 255;
  }
  lcms.free(made);
  return true;
}
