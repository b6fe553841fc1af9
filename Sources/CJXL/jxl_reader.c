#include "jxl_reader.h"

#include <jxl/decode.h>
#include <loader.h>
#include <stdlib.h>
#include <string.h>

#define TEXT(x) #x
#define VALUE(x) TEXT(x)

// The soname must match the headers: each minor version of 0 has a different one.
#if JPEGXL_MAJOR_VERSION == 0
#define LIBRARY "libjxl.so.0." VALUE(JPEGXL_MINOR_VERSION)
#else
#define LIBRARY "libjxl.so." VALUE(JPEGXL_MAJOR_VERSION)
#endif

static struct {
  __typeof__(JxlDecoderCreate) *make;
  __typeof__(JxlDecoderDestroy) *free;
  __typeof__(JxlDecoderSubscribeEvents) *subscribe;
  __typeof__(JxlDecoderSetInput) *set_input;
  __typeof__(JxlDecoderCloseInput) *close_input;
  __typeof__(JxlDecoderProcessInput) *process;
  __typeof__(JxlDecoderGetBasicInfo) *info;
  __typeof__(JxlDecoderSetPreferredColorProfile) *prefer;
  __typeof__(JxlDecoderGetColorAsEncodedProfile) *colors;
  __typeof__(JxlDecoderGetICCProfileSize) *profile_size;
  __typeof__(JxlDecoderGetColorAsICCProfile) *profile;
  __typeof__(JxlDecoderSetImageOutBuffer) *set_output;
  __typeof__(JxlDecoderFlushImage) *flush;
} jxl;

const char *pd_jxl_library(void) { return LIBRARY; }

bool pd_jxl_load(void) {
  const pd_function functions[] = {
      {&jxl.make, "JxlDecoderCreate"},
      {&jxl.free, "JxlDecoderDestroy"},
      {&jxl.subscribe, "JxlDecoderSubscribeEvents"},
      {&jxl.set_input, "JxlDecoderSetInput"},
      {&jxl.close_input, "JxlDecoderCloseInput"},
      {&jxl.process, "JxlDecoderProcessInput"},
      {&jxl.info, "JxlDecoderGetBasicInfo"},
      {&jxl.prefer, "JxlDecoderSetPreferredColorProfile"},
      {&jxl.colors, "JxlDecoderGetColorAsEncodedProfile"},
      {&jxl.profile_size, "JxlDecoderGetICCProfileSize"},
      {&jxl.profile, "JxlDecoderGetColorAsICCProfile"},
      {&jxl.set_output, "JxlDecoderSetImageOutBuffer"},
      {&jxl.flush, "JxlDecoderFlushImage"},
  };
  return pd_load(LIBRARY, functions, sizeof functions / sizeof *functions);
}

// Older versions also expect the pixel format, which doesn't matter here.
#if JPEGXL_MAJOR_VERSION == 0 && JPEGXL_MINOR_VERSION < 9
#define OF_PIXELS decoder, NULL, JXL_COLOR_PROFILE_TARGET_DATA
#else
#define OF_PIXELS decoder, JXL_COLOR_PROFILE_TARGET_DATA
#endif

/// Requests sRGB, and reads the ICC profile of the pixels if they remain in another color space.
static void read_colors(JxlDecoder *decoder, bool is_gray, pd_jxl_picture *picture) {
  JxlColorEncoding colors;
  memset(&colors, 0, sizeof colors);
  colors.color_space = is_gray ? JXL_COLOR_SPACE_GRAY : JXL_COLOR_SPACE_RGB;
  colors.white_point = JXL_WHITE_POINT_D65;
  colors.primaries = JXL_PRIMARIES_SRGB;
  colors.transfer_function = JXL_TRANSFER_FUNCTION_SRGB;
  colors.rendering_intent = JXL_RENDERING_INTENT_PERCEPTUAL;
  jxl.prefer(decoder, &colors);
  size_t size = 0;
  if (jxl.colors(OF_PIXELS, &colors) == JXL_DEC_SUCCESS &&
      colors.transfer_function == JXL_TRANSFER_FUNCTION_SRGB &&
      (colors.color_space == JXL_COLOR_SPACE_GRAY || colors.primaries == JXL_PRIMARIES_SRGB))
    return;
  if (jxl.profile_size(OF_PIXELS, &size) != JXL_DEC_SUCCESS || size == 0 || size > 8 << 20) return;
  picture->profile = (uint8_t *)malloc(size);
  if (!picture->profile) return;
  picture->profile_size = size;
  if (jxl.profile(OF_PIXELS, picture->profile, size) != JXL_DEC_SUCCESS) picture->profile_size = 0;
}

static int read_events(JxlDecoder *decoder, uint64_t pixel_limit, pd_jxl_picture *picture) {
  const JxlPixelFormat format = {4, JXL_TYPE_UINT8, JXL_NATIVE_ENDIAN, 0};
  bool is_gray = false;
  for (;;) {
    switch (jxl.process(decoder)) {
      case JXL_DEC_BASIC_INFO: {
        JxlBasicInfo info;
        if (jxl.info(decoder, &info) != JXL_DEC_SUCCESS || info.xsize == 0 || info.ysize == 0)
          return PD_JXL_DAMAGED;
        picture->width = info.xsize;
        picture->height = info.ysize;
        picture->is_premultiplied = info.alpha_premultiplied;
        is_gray = info.num_color_channels == 1;
        if ((uint64_t)info.xsize * info.ysize > pixel_limit) return PD_JXL_TOO_LARGE;
        break;
      }
      case JXL_DEC_COLOR_ENCODING:
        read_colors(decoder, is_gray, picture);
        break;
      case JXL_DEC_NEED_IMAGE_OUT_BUFFER: {
        size_t size = (size_t)picture->width * picture->height * 4;
        if (picture->rgba) return PD_JXL_OK;
        picture->rgba = (uint8_t *)calloc(1, size);
        if (!picture->rgba) return PD_JXL_TOO_LARGE;
        if (jxl.set_output(decoder, &format, picture->rgba, size) != JXL_DEC_SUCCESS)
          return PD_JXL_DAMAGED;
        break;
      }
      case JXL_DEC_FULL_IMAGE:
        return PD_JXL_OK;
      case JXL_DEC_SUCCESS:
        return picture->rgba ? PD_JXL_OK : PD_JXL_DAMAGED;
      default:
        // Damaged or truncated: keep the pixels decoded so far.
        if (picture->rgba && jxl.flush(decoder) == JXL_DEC_SUCCESS) return PD_JXL_INCOMPLETE;
        return PD_JXL_DAMAGED;
    }
  }
}

int pd_jxl_read(const uint8_t *bytes, size_t count, uint64_t pixel_limit, pd_jxl_picture *picture) {
  memset(picture, 0, sizeof *picture);
  if (!jxl.flush) return PD_JXL_UNKNOWN;
  JxlDecoder *decoder = jxl.make(NULL);
  if (!decoder) return PD_JXL_TOO_LARGE;
  const int events = JXL_DEC_BASIC_INFO | JXL_DEC_COLOR_ENCODING | JXL_DEC_FULL_IMAGE;
  int status = PD_JXL_DAMAGED;
  if (jxl.subscribe(decoder, events) == JXL_DEC_SUCCESS &&
      jxl.set_input(decoder, bytes, count) == JXL_DEC_SUCCESS) {
    jxl.close_input(decoder);
    status = read_events(decoder, pixel_limit, picture);
  }
  jxl.free(decoder);
  return status;
}

void pd_jxl_release(pd_jxl_picture *picture) {
  free(picture->rgba);
  free(picture->profile);
  memset(picture, 0, sizeof *picture);
}
