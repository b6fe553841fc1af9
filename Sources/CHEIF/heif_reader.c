#include "heif_reader.h"

#include <loader.h>
#include <libheif/heif.h>
#include <malloc.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LIBRARY "libheif.so.1"

static struct {
  __typeof__(heif_init) *init;
  __typeof__(heif_context_alloc) *make;
  __typeof__(heif_context_free) *free;
  __typeof__(heif_context_read_from_memory_without_copy) *open;
  __typeof__(heif_context_set_max_decoding_threads) *set_threads;
  __typeof__(heif_context_get_primary_image_handle) *primary;
  __typeof__(heif_image_handle_release) *release_handle;
  __typeof__(heif_image_handle_get_width) *width;
  __typeof__(heif_image_handle_get_height) *height;
  __typeof__(heif_image_handle_is_premultiplied_alpha) *is_premultiplied;
  __typeof__(heif_image_handle_get_list_of_thumbnail_IDs) *thumbnails;
  __typeof__(heif_image_handle_get_thumbnail) *thumbnail;
  __typeof__(heif_decode_image) *decode;
  __typeof__(heif_image_get_width) *image_width;
  __typeof__(heif_image_get_height) *image_height;
  __typeof__(heif_image_get_plane_readonly) *plane;
  __typeof__(heif_image_get_colorspace) *space;
  __typeof__(heif_image_get_chroma_format) *chroma;
  __typeof__(heif_image_get_bits_per_pixel_range) *depth;
  __typeof__(heif_image_has_channel) *has_channel;
  __typeof__(heif_image_get_nclx_color_profile) *image_colors;
  __typeof__(heif_image_handle_get_nclx_color_profile) *colors;
  __typeof__(heif_nclx_color_profile_free) *free_colors;
  __typeof__(heif_image_release) *release;
} heif;

const char *pd_heif_library(void) { return LIBRARY; }

bool pd_heif_load(void) {
  const pd_function functions[] = {
      {&heif.init, "heif_init"},
      {&heif.make, "heif_context_alloc"},
      {&heif.free, "heif_context_free"},
      {&heif.open, "heif_context_read_from_memory_without_copy"},
      {&heif.set_threads, "heif_context_set_max_decoding_threads"},
      {&heif.primary, "heif_context_get_primary_image_handle"},
      {&heif.release_handle, "heif_image_handle_release"},
      {&heif.width, "heif_image_handle_get_width"},
      {&heif.height, "heif_image_handle_get_height"},
      {&heif.is_premultiplied, "heif_image_handle_is_premultiplied_alpha"},
      {&heif.thumbnails, "heif_image_handle_get_list_of_thumbnail_IDs"},
      {&heif.thumbnail, "heif_image_handle_get_thumbnail"},
      {&heif.decode, "heif_decode_image"},
      {&heif.image_width, "heif_image_get_width"},
      {&heif.image_height, "heif_image_get_height"},
      {&heif.plane, "heif_image_get_plane_readonly"},
      {&heif.space, "heif_image_get_colorspace"},
      {&heif.chroma, "heif_image_get_chroma_format"},
      {&heif.depth, "heif_image_get_bits_per_pixel_range"},
      {&heif.has_channel, "heif_image_has_channel"},
      {&heif.image_colors, "heif_image_get_nclx_color_profile"},
      {&heif.colors, "heif_image_handle_get_nclx_color_profile"},
      {&heif.free_colors, "heif_nclx_color_profile_free"},
      {&heif.release, "heif_image_release"},
  };
  if (!pd_load(LIBRARY, functions, sizeof functions / sizeof *functions)) return false;
  // Otherwise each thread reserves 64 MiB, and memory is limited.
  mallopt(M_ARENA_MAX, 1);
  // Return the memory that one decoding step frees immediately, before the next step needs as much.
  mallopt(M_MMAP_THRESHOLD, 1 << 17);
  // Newer versions load their codecs from a folder, which must happen while files can still be
  // opened.
  return heif.init(NULL).code == heif_error_Ok;
}

static int status(struct heif_error error) {
  switch (error.code) {
    case heif_error_Ok:
      return PD_HEIF_OK;
    case heif_error_Memory_allocation_error:
      return PD_HEIF_TOO_LARGE;
    case heif_error_Unsupported_filetype:
    case heif_error_Unsupported_feature:
      return PD_HEIF_UNKNOWN;
    default:
      // Only the cases above mean a missing codec, where the picture itself may be intact.
      return error.subcode == heif_suberror_Security_limit_exceeded ? PD_HEIF_TOO_LARGE
                                                                    : PD_HEIF_DAMAGED;
  }
}

static bool is_known_size(int width, int height, uint64_t pixel_limit) {
  return width > 0 && height > 0 && (uint64_t)width * (uint64_t)height <= pixel_limit;
}

/// Returns `true` if a thumbnail shows its complete picture: some cameras add black bars.
static bool has_proportions(int width, int height, int of_width, int of_height) {
  // A difference of one pixel on the shorter side is rounding.
  double expected = (double)width * of_height / of_width;
  return expected - height <= 1.5 && height - expected <= 1.5;
}

/// Returns a thumbnail that is large enough, or the picture itself. Takes ownership of the handle,
/// and the caller releases the result.
static struct heif_image_handle *smallest(
    struct heif_image_handle *picture, uint32_t width, uint32_t height) {
  heif_item_id names[8];
  int count = heif.thumbnails(picture, names, 8);
  for (int i = 0; i < count && i < 8; i++) {
    struct heif_image_handle *thumbnail = NULL;
    if (heif.thumbnail(picture, names[i], &thumbnail).code != heif_error_Ok || !thumbnail) continue;
    int own_width = heif.width(thumbnail), own_height = heif.height(thumbnail);
    if (own_width > 0 && own_height > 0 && (uint32_t)own_width >= width &&
        (uint32_t)own_height >= height && own_width < heif.width(picture) &&
        has_proportions(own_width, own_height, heif.width(picture), heif.height(picture))) {
      heif.release_handle(picture);
      return thumbnail;
    }
    heif.release_handle(thumbnail);
  }
  return picture;
}

/// The planes of a decoded picture, and the parameters that convert their samples to colors.
struct pd_heif_planes {
  const struct heif_image *image;
  /// Luma, both chromas and alpha; or red, green, blue and alpha; or gray and alpha.
  const uint8_t *plane[4];
  size_t stride[4];
  float scale[4];
  int bytes[4];
  /// The shifts from pixels to chroma samples: 1 where chroma has half the resolution, otherwise 0.
  int across, down;
  enum { GRAY, RGB, YCBCR, YCGCO } kind;
  /// The luma of black and the chroma of gray.
  float black, neutral;
  /// The weights of red and blue in luma.
  float red, blue;
  /// The conversion of other primaries or of high dynamic range; `NULL` for sRGB.
  struct light *light;
};

// MARK: Light

enum { LEVELS = 4096 };

/// A conversion through light: from a signal to light, to the primaries of sRGB, and to an sRGB
/// signal.
struct light {
  float of_signal[LEVELS];
  uint8_t srgb[LEVELS];
  float matrix[9];
  /// The brightest light as a multiple of white; 1 without high dynamic range.
  float peak;
  bool is_hlg;
};

/// The luminance of white on a screen, and the brightest luminance in pictures, in candelas per
/// square meter (ITU-R BT.2408).
static const float white = 203, brightest = 1000;

/// Converts a PQ signal to light (ITU-R BT.2100, table 4).
static float pq_light(float signal) {
  float power = powf(signal, 32.0f / 2523);
  float above = power - 0.8359375f;
  if (above <= 0) return 0;
  return 10000 / white * powf(above / (18.8515625f - 18.6875f * power), 8192.0f / 1305);
}

/// Converts an HLG signal to light at the camera (ITU-R BT.2100, table 5).
static float hlg_light(float signal) {
  if (signal <= 0.5f) return signal * signal / 3;
  return (expf((signal - 0.55991073f) / 0.17883277f) + 0.28466892f) / 12;
}

static float srgb_light(float signal) {
  return signal <= 0.04045f ? signal / 12.92f : powf((signal + 0.055f) / 1.055f, 2.4f);
}

static float srgb_signal(float light) {
  return light <= 0.0031308f ? light * 12.92f : 1.055f * powf(light, 1 / 2.4f) - 0.055f;
}

/// Returns the conversion for a color profile, or `NULL` for sRGB, for an unknown profile and
/// without memory. The caller frees it.
static struct light *make_light(const struct heif_color_profile_nclx *nclx) {
  // Matrices from Rec. 2020 and Display P3 to the primaries of sRGB, by way of CIE XYZ.
  static const float from_2020[] = {1.6605f,  -0.5876f, -0.0728f, -0.1246f, 1.1329f,
                                    -0.0083f, -0.0182f, -0.1006f, 1.1187f};
  static const float from_p3[] = {1.2249f,  -0.2247f, 0,        -0.0420f, 1.0419f,
                                  0,        -0.0197f, -0.0786f, 1.0979f};
  static const float same[] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  bool is_pq = nclx->transfer_characteristics == heif_transfer_characteristic_ITU_R_BT_2100_0_PQ;
  bool is_hlg = nclx->transfer_characteristics == heif_transfer_characteristic_ITU_R_BT_2100_0_HLG;
  const float *matrix =
      nclx->color_primaries == heif_color_primaries_ITU_R_BT_2020_2_and_2100_0 ? from_2020
      : nclx->color_primaries == heif_color_primaries_SMPTE_EG_432_1           ? from_p3
                                                                               : same;
  if (!is_pq && !is_hlg && matrix == same) return NULL;
  struct light *light = (struct light *)malloc(sizeof *light);
  if (!light) return NULL;
  for (int i = 0; i < LEVELS; i++) {
    float part = (float)i / (LEVELS - 1);
    light->of_signal[i] = is_pq ? pq_light(part) : is_hlg ? hlg_light(part) : srgb_light(part);
    light->srgb[i] = (uint8_t)(srgb_signal(part) * 255 + 0.5f);
  }
  memcpy(light->matrix, matrix, sizeof light->matrix);
  light->peak = is_pq || is_hlg ? brightest / white : 1;
  light->is_hlg = is_hlg;
  return light;
}

static float clamped(float value) { return value < 0 ? 0 : value > 1 ? 1 : value; }

/// Converts a signal of 0 to 1 in each color to sRGB bytes.
static void convert(const struct light *light, const float *signal, uint8_t *rgb) {
  float in[3], out[3];
  for (int i = 0; i < 3; i++) in[i] = light->of_signal[(int)(signal[i] * (LEVELS - 1) + 0.5f)];
  if (light->is_hlg) {
    // The display's transfer function (OOTF), for a peak of 1,000 candelas per square meter.
    float luminance = 0.2627f * in[0] + 0.6780f * in[1] + 0.0593f * in[2];
    float gain = brightest / white * powf(luminance, 0.2f);
    for (int i = 0; i < 3; i++) in[i] *= gain;
  }
  float most = 0;
  for (int i = 0; i < 3; i++) {
    const float *row = light->matrix + i * 3;
    out[i] = row[0] * in[0] + row[1] * in[1] + row[2] * in[2];
    if (out[i] > most) most = out[i];
  }
  // Reinhard's curve maps the brightest light to white. Equal gains for all colors preserve hues.
  float gain = light->peak > 1 ? (1 + most / (light->peak * light->peak)) / (1 + most) : 1;
  for (int i = 0; i < 3; i++) {
    rgb[i] = light->srgb[(int)(clamped(out[i] * gain) * (LEVELS - 1) + 0.5f)];
  }
}

// MARK: Planes

static bool find_plane(struct pd_heif_planes *planes, int index, enum heif_channel channel) {
  int stride = 0;
  int depth = heif.depth(planes->image, channel);
  planes->plane[index] = heif.plane(planes->image, channel, &stride);
  planes->stride[index] = (size_t)stride;
  planes->bytes[index] = depth > 8 ? 2 : 1;
  planes->scale[index] = 1.0f / ((1 << depth) - 1);
  int width = heif.image_width(planes->image, channel);
  return planes->plane[index] && depth > 0 && depth <= 16 && width > 0 && stride > 0 &&
         stride / planes->bytes[index] >= width;
}

/// Returns `true` if a plane has at least `width` × `height` samples.
static bool reaches(
    const struct pd_heif_planes *planes, enum heif_channel channel, int width, int height) {
  return heif.image_width(planes->image, channel) >= width &&
         heif.image_height(planes->image, channel) >= height;
}

/// Finds the planes of a picture. Returns `false` for an unsupported kind of picture.
static bool find_planes(
    struct pd_heif_planes *planes, const struct heif_color_profile_nclx *nclx, int width, int height) {
  enum heif_colorspace space = heif.space(planes->image);
  // Defaults for files without a color description: BT.601 in full range.
  int matrix = nclx ? (int)nclx->matrix_coefficients : 6;
  bool is_full = nclx ? nclx->full_range_flag : true;
  if (space == heif_colorspace_RGB) {
    if (heif.chroma(planes->image) != heif_chroma_444 ||
        !find_plane(planes, 0, heif_channel_R) || !find_plane(planes, 1, heif_channel_G) ||
        !find_plane(planes, 2, heif_channel_B) || !reaches(planes, heif_channel_R, width, height) ||
        !reaches(planes, heif_channel_G, width, height) ||
        !reaches(planes, heif_channel_B, width, height))
      return false;
    planes->kind = RGB;
    is_full = true;
  } else if (space == heif_colorspace_monochrome || space == heif_colorspace_YCbCr) {
    if (!find_plane(planes, 0, heif_channel_Y) || !reaches(planes, heif_channel_Y, width, height))
      return false;
    planes->kind = GRAY;
    if (space == heif_colorspace_YCbCr) {
      enum heif_chroma chroma = heif.chroma(planes->image);
      planes->across = chroma == heif_chroma_420 || chroma == heif_chroma_422;
      planes->down = chroma == heif_chroma_420;
      int columns = (width + planes->across) >> planes->across;
      int rows = (height + planes->down) >> planes->down;
      if (!find_plane(planes, 1, heif_channel_Cb) || !find_plane(planes, 2, heif_channel_Cr) ||
          !reaches(planes, heif_channel_Cb, columns, rows) ||
          !reaches(planes, heif_channel_Cr, columns, rows))
        return false;
      planes->kind = matrix == 0 ? RGB : matrix == 8 ? YCGCO : YCBCR;
      if (matrix == 0) {
        // The planes are green, blue and red, in this order.
        const uint8_t *green = planes->plane[0];
        size_t stride = planes->stride[0];
        planes->plane[0] = planes->plane[2], planes->stride[0] = planes->stride[2];
        planes->plane[2] = planes->plane[1], planes->stride[2] = planes->stride[1];
        planes->plane[1] = green, planes->stride[1] = stride;
        if (planes->across) return false;
      }
    }
  } else {
    return false;
  }
  if (heif.has_channel(planes->image, heif_channel_Alpha) &&
      (!find_plane(planes, 3, heif_channel_Alpha) ||
       !reaches(planes, heif_channel_Alpha, width, height)))
    return false;
  int depth = heif.depth(planes->image, planes->kind == RGB && space == heif_colorspace_RGB
                                            ? heif_channel_R
                                            : heif_channel_Y);
  float unit = (float)(1 << depth) - 1;
  planes->neutral = (float)(1 << (depth - 1)) / unit;
  if (!is_full) {
    float step = (float)(1 << (depth - 8));
    bool has_chroma = planes->kind == YCBCR || planes->kind == YCGCO;
    for (int i = 0; i < 3; i++) planes->scale[i] = 1 / ((i > 0 && has_chroma ? 224 : 219) * step);
    planes->black = 16.0f / 219;
    planes->neutral = 128.0f / 224;
  }
  switch (matrix) {
    case 1: planes->red = 0.2126f, planes->blue = 0.0722f; break;
    case 4: planes->red = 0.30f, planes->blue = 0.11f; break;
    case 7: planes->red = 0.212f, planes->blue = 0.087f; break;
    case 9: case 10: planes->red = 0.2627f, planes->blue = 0.0593f; break;
    default: planes->red = 0.299f, planes->blue = 0.114f;
  }
  return true;
}

static float sample(const struct pd_heif_planes *planes, int index, uint32_t x, uint32_t y) {
  const uint8_t *row = planes->plane[index] + planes->stride[index] * y;
  return (planes->bytes[index] == 1 ? row[x] : ((const uint16_t *)(const void *)row)[x]) *
         planes->scale[index];
}

void pd_heif_row(const pd_heif_picture *picture, uint32_t y, uint8_t *rgba) {
  const struct pd_heif_planes *planes = picture->planes;
  for (uint32_t x = 0; x < picture->width; x++, rgba += 4) {
    float rgb[3];
    float luma = sample(planes, 0, x, y) - planes->black;
    if (planes->kind == GRAY) {
      rgb[0] = rgb[1] = rgb[2] = luma;
    } else if (planes->kind == RGB) {
      rgb[0] = luma;
      rgb[1] = sample(planes, 1, x, y) - planes->black;
      rgb[2] = sample(planes, 2, x, y) - planes->black;
    } else {
      float first = sample(planes, 1, x >> planes->across, y >> planes->down) - planes->neutral;
      float second = sample(planes, 2, x >> planes->across, y >> planes->down) - planes->neutral;
      if (planes->kind == YCGCO) {
        rgb[0] = luma - first + second;
        rgb[1] = luma + first;
        rgb[2] = luma - first - second;
      } else {
        rgb[0] = luma + 2 * (1 - planes->red) * second;
        rgb[2] = luma + 2 * (1 - planes->blue) * first;
        rgb[1] = (luma - planes->red * rgb[0] - planes->blue * rgb[2]) /
                 (1 - planes->red - planes->blue);
      }
    }
    for (int i = 0; i < 3; i++) rgb[i] = clamped(rgb[i]);
    if (planes->light) {
      convert(planes->light, rgb, rgba);
    } else {
      for (int i = 0; i < 3; i++) rgba[i] = (uint8_t)(rgb[i] * 255 + 0.5f);
    }
    rgba[3] = planes->plane[3] ? (uint8_t)(sample(planes, 3, x, y) * 255 + 0.5f) : 255;
  }
}

// MARK: Decoding

/// Returns the picture's color description, or `NULL` if it has none. The caller frees it.
static struct heif_color_profile_nclx *colors(
    const struct heif_image_handle *handle, const struct heif_image *image) {
  struct heif_color_profile_nclx *nclx = NULL;
  if (heif.image_colors(image, &nclx).code == heif_error_Ok && nclx) return nclx;
  return heif.colors(handle, &nclx).code == heif_error_Ok ? nclx : NULL;
}

/// Decodes to planes with all bits of the samples, which needs the least memory. Gray pictures are
/// requested as monochrome because older versions lose the range of the samples when they convert
/// them to colors.
static int decode(
    const struct heif_image_handle *handle, bool is_gray, bool has_profile,
    pd_heif_picture *picture) {
  struct heif_image *image = NULL;
  int result = status(heif.decode(
      handle, &image, is_gray ? heif_colorspace_monochrome : heif_colorspace_undefined,
      is_gray ? heif_chroma_monochrome : heif_chroma_undefined, NULL));
  if (result != PD_HEIF_OK || !image) return result == PD_HEIF_OK ? PD_HEIF_DAMAGED : result;
  struct pd_heif_planes *planes = (struct pd_heif_planes *)calloc(1, sizeof *planes);
  if (!planes) {
    heif.release(image);
    return PD_HEIF_TOO_LARGE;
  }
  picture->planes = planes;
  planes->image = image;
  enum heif_channel first =
      heif.space(image) == heif_colorspace_RGB ? heif_channel_R : heif_channel_Y;
  int width = heif.image_width(image, first), height = heif.image_height(image, first);
  if (width <= 0 || height <= 0) return PD_HEIF_UNKNOWN;
  struct heif_color_profile_nclx *nclx = colors(handle, image);
  bool is_known = find_planes(planes, nclx, width, height);
  // A color profile takes precedence over this description.
  if (is_known && nclx && !has_profile) planes->light = make_light(nclx);
  if (nclx) heif.free_colors(nclx);
  picture->width = (uint32_t)width;
  picture->height = (uint32_t)height;
  picture->is_premultiplied = heif.is_premultiplied(handle) != 0;
  return is_known ? PD_HEIF_OK : PD_HEIF_UNKNOWN;
}

int pd_heif_read(
    const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, uint64_t pixel_limit,
    bool is_gray, bool has_profile, pd_heif_picture *picture) {
  memset(picture, 0, sizeof *picture);
  if (!heif.release) return PD_HEIF_UNKNOWN;
  struct heif_context *context = heif.make();
  if (!context) return PD_HEIF_TOO_LARGE;
  // Two threads: one for each core of the smallest machine, because each one reserves memory.
  heif.set_threads(context, 2);
  struct heif_image_handle *handle = NULL;
  int result = status(heif.open(context, bytes, count, NULL));
  if (result == PD_HEIF_OK) result = status(heif.primary(context, &handle));
  if (result == PD_HEIF_OK && handle) {
    if (is_known_size(heif.width(handle), heif.height(handle), pixel_limit)) {
      handle = smallest(handle, width, height);
      result = decode(handle, is_gray, has_profile, picture);
    } else {
      result = PD_HEIF_TOO_LARGE;
    }
    heif.release_handle(handle);
  }
  heif.free(context);
  return result;
}

void pd_heif_release(pd_heif_picture *picture) {
  if (!picture->planes) return;
  heif.release(picture->planes->image);
  free(picture->planes->light);
  free(picture->planes);
  picture->planes = NULL;
}
