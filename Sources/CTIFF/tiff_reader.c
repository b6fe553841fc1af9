#include "tiff_reader.h"

#include <loader.h>
#include <stdlib.h>
#include <string.h>
#include <tiffio.h>

// The name goes with the headers: what was compiled against one doesn't fit the other.
#if TIFFLIB_VERSION >= 20221213
#define LIBRARY "libtiff.so.6"
#else
#define LIBRARY "libtiff.so.5"
#endif

static struct {
  __typeof__(TIFFClientOpen) *open;
  __typeof__(TIFFClose) *close;
  __typeof__(TIFFGetField) *field;
  __typeof__(TIFFGetFieldDefaulted) *field_or_default;
  __typeof__(TIFFIsTiled) *is_tiled;
  __typeof__(TIFFRGBAImageOK) *is_known;
  __typeof__(TIFFRGBAImageBegin) *begin;
  __typeof__(TIFFRGBAImageGet) *get;
  __typeof__(TIFFRGBAImageEnd) *end;
  __typeof__(TIFFSetErrorHandler) *set_errors;
  __typeof__(TIFFSetWarningHandler) *set_warnings;
} tiff;

const char *pd_tiff_library(void) { return LIBRARY; }

bool pd_tiff_load(void) {
  const pd_function functions[] = {
      {&tiff.open, "TIFFClientOpen"},
      {&tiff.close, "TIFFClose"},
      {&tiff.field, "TIFFGetField"},
      {&tiff.field_or_default, "TIFFGetFieldDefaulted"},
      {&tiff.is_tiled, "TIFFIsTiled"},
      {&tiff.is_known, "TIFFRGBAImageOK"},
      {&tiff.begin, "TIFFRGBAImageBegin"},
      {&tiff.get, "TIFFRGBAImageGet"},
      {&tiff.end, "TIFFRGBAImageEnd"},
      {&tiff.set_errors, "TIFFSetErrorHandler"},
      {&tiff.set_warnings, "TIFFSetWarningHandler"},
  };
  if (!pd_load(LIBRARY, functions, sizeof functions / sizeof *functions)) return false;
  // They would print to standard error.
  tiff.set_errors(NULL);
  tiff.set_warnings(NULL);
  return true;
}

typedef struct {
  const uint8_t *bytes;
  uint64_t count, position;
} memory;

static tmsize_t take(thandle_t handle, void *out, tmsize_t wanted) {
  memory *file = (memory *)handle;
  if (wanted <= 0 || file->position >= file->count) return 0;
  uint64_t left = file->count - file->position;
  uint64_t length = (uint64_t)wanted < left ? (uint64_t)wanted : left;
  memcpy(out, file->bytes + file->position, length);
  file->position += length;
  return (tmsize_t)length;
}

static tmsize_t put(thandle_t handle, void *bytes, tmsize_t count) {
  (void)handle, (void)bytes, (void)count;
  return 0;
}

static toff_t seek(thandle_t handle, toff_t offset, int from) {
  memory *file = (memory *)handle;
  uint64_t start = from == SEEK_CUR ? file->position : from == SEEK_END ? file->count : 0;
  file->position = start + offset;
  return file->position;
}

static int leave(thandle_t handle) {
  (void)handle;
  return 0;
}

static toff_t size(thandle_t handle) { return ((memory *)handle)->count; }

static int map(thandle_t handle, void **start, toff_t *count) {
  memory *file = (memory *)handle;
  *start = (void *)file->bytes;
  *count = file->count;
  return 1;
}

static void unmap(thandle_t handle, void *start, toff_t count) {
  (void)handle, (void)start, (void)count;
}

/// How many rows are best decoded at once: those of a strip or tile, since libtiff begins each anew.
static uint32_t rows_at_once(TIFF *file, uint32_t height) {
  uint32_t rows = 0;
  tiff.field_or_default(file, tiff.is_tiled(file) ? TIFFTAG_TILELENGTH : TIFFTAG_ROWSPERSTRIP, &rows);
  return rows == 0 || rows > height ? height : rows;
}

static int read_rows(
    TIFFRGBAImage *image, uint32_t rows, size_t memory_limit, pd_tiff_row take_row, void *context) {
  uint32_t width = image->width, height = image->height;
  // In one piece as stored, whatever the tag of orientation says.
  image->orientation = image->req_orientation = ORIENTATION_TOPLEFT;
  if ((uint64_t)width * 4 > memory_limit / rows) return PD_TIFF_TOO_LARGE;
  uint32_t *pixels = (uint32_t *)malloc((size_t)width * rows * 4);
  if (!pixels) return PD_TIFF_TOO_LARGE;
  int status = PD_TIFF_OK;
  for (uint32_t y = 0; y < height && status == PD_TIFF_OK; y += rows) {
    uint32_t count = height - y < rows ? height - y : rows;
    memset(pixels, 0, (size_t)width * count * 4);
    image->row_offset = (int)y;
    if (!tiff.get(image, pixels, width, count)) {
      status = PD_TIFF_DAMAGED;
      break;
    }
    for (uint32_t row = 0; row < count; row++) {
      uint32_t *from = pixels + (size_t)row * width;
      uint8_t *to = (uint8_t *)from;
      for (uint32_t x = 0; x < width; x++) {
        uint32_t pixel = from[x];
        to[x * 4] = (uint8_t)TIFFGetR(pixel);
        to[x * 4 + 1] = (uint8_t)TIFFGetG(pixel);
        to[x * 4 + 2] = (uint8_t)TIFFGetB(pixel);
        to[x * 4 + 3] = (uint8_t)TIFFGetA(pixel);
      }
      take_row(context, y + row, to);
    }
  }
  free(pixels);
  return status;
}

int pd_tiff_read(
    const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, size_t memory_limit,
    pd_tiff_row take_row, void *context) {
  if (!tiff.open) return PD_TIFF_UNKNOWN;
  memory source = {bytes, count, 0};
  TIFF *file =
      tiff.open("photo", "r", (thandle_t)&source, take, put, seek, leave, size, map, unmap);
  if (!file) return PD_TIFF_DAMAGED;
  char words[1024];
  int status = PD_TIFF_UNKNOWN;
  uint32_t own_width = 0, own_height = 0;
  tiff.field(file, TIFFTAG_IMAGEWIDTH, &own_width);
  tiff.field(file, TIFFTAG_IMAGELENGTH, &own_height);
  if (own_width != width || own_height != height) {
    status = PD_TIFF_DAMAGED;
  } else if (tiff.is_known(file, words)) {
    TIFFRGBAImage image;
    memset(&image, 0, sizeof image);
    if (tiff.begin(&image, file, 1, words)) {
      status = read_rows(&image, rows_at_once(file, height), memory_limit, take_row, context);
      tiff.end(&image);
    }
  }
  tiff.close(file);
  return status;
}
