#include "heif_reader.h"

#include <loader.h>
#include <libheif/heif.h>
#include <malloc.h>
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
  __typeof__(heif_decoding_options_alloc) *make_options;
  __typeof__(heif_decoding_options_free) *free_options;
  __typeof__(heif_decode_image) *decode;
  __typeof__(heif_image_get_width) *image_width;
  __typeof__(heif_image_get_height) *image_height;
  __typeof__(heif_image_get_plane_readonly) *plane;
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
      {&heif.make_options, "heif_decoding_options_alloc"},
      {&heif.free_options, "heif_decoding_options_free"},
      {&heif.decode, "heif_decode_image"},
      {&heif.image_width, "heif_image_get_width"},
      {&heif.image_height, "heif_image_get_height"},
      {&heif.plane, "heif_image_get_plane_readonly"},
      {&heif.release, "heif_image_release"},
  };
  if (!pd_load(LIBRARY, functions, sizeof functions / sizeof *functions)) return false;
  // Else each thread reserves 64 MiB, of which there are few.
  mallopt(M_ARENA_MAX, 1);
  // Newer versions read their coders from a folder: now, as long as files can be opened.
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
      // A coder is missing where the picture itself may be sound.
      return error.subcode == heif_suberror_Security_limit_exceeded ? PD_HEIF_TOO_LARGE
                                                                    : PD_HEIF_DAMAGED;
  }
}

static bool is_known_size(int width, int height, uint64_t pixel_limit) {
  return width > 0 && height > 0 && (uint64_t)width * (uint64_t)height <= pixel_limit;
}

/// Whether a thumbnail shows the whole of its picture: some cameras add black bars.
static bool has_proportions(int width, int height, int of_width, int of_height) {
  // A pixel more or less on the shorter side is rounding.
  double expected = (double)width * of_height / of_width;
  return expected - height <= 1.5 && height - expected <= 1.5;
}

/// A thumbnail that is large enough, or the picture itself. Takes the handle over.
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

static int decode(const struct heif_image_handle *handle, pd_heif_picture *picture) {
  struct heif_decoding_options *options = heif.make_options();
  if (!options) return PD_HEIF_TOO_LARGE;
  options->convert_hdr_to_8bit = 1;
  struct heif_image *image = NULL;
  int result = status(heif.decode(
      handle, &image, heif_colorspace_RGB, heif_chroma_interleaved_RGBA, options));
  heif.free_options(options);
  if (result != PD_HEIF_OK || !image) return result == PD_HEIF_OK ? PD_HEIF_DAMAGED : result;
  int stride = 0;
  int width = heif.image_width(image, heif_channel_interleaved);
  int height = heif.image_height(image, heif_channel_interleaved);
  const uint8_t *rgba = heif.plane(image, heif_channel_interleaved, &stride);
  if (!rgba || width <= 0 || height <= 0 || stride / 4 < width) {
    heif.release(image);
    return PD_HEIF_DAMAGED;
  }
  picture->width = (uint32_t)width;
  picture->height = (uint32_t)height;
  picture->stride = (size_t)stride;
  picture->rgba = rgba;
  picture->is_premultiplied = heif.is_premultiplied(handle) != 0;
  picture->image = image;
  return PD_HEIF_OK;
}

int pd_heif_read(
    const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, uint64_t pixel_limit,
    pd_heif_picture *picture) {
  memset(picture, 0, sizeof *picture);
  if (!heif.release) return PD_HEIF_UNKNOWN;
  struct heif_context *context = heif.make();
  if (!context) return PD_HEIF_TOO_LARGE;
  // One for each core that this machine has at the least; each reserves memory.
  heif.set_threads(context, 2);
  struct heif_image_handle *handle = NULL;
  int result = status(heif.open(context, bytes, count, NULL));
  if (result == PD_HEIF_OK) result = status(heif.primary(context, &handle));
  if (result == PD_HEIF_OK && handle) {
    if (is_known_size(heif.width(handle), heif.height(handle), pixel_limit)) {
      handle = smallest(handle, width, height);
      result = decode(handle, picture);
    } else {
      result = PD_HEIF_TOO_LARGE;
    }
    heif.release_handle(handle);
  }
  heif.free(context);
  return result;
}

void pd_heif_release(pd_heif_picture *picture) {
  if (picture->image) heif.release((const struct heif_image *)picture->image);
  picture->image = NULL;
}
