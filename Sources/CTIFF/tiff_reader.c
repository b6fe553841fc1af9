#include "tiff_reader.h"

#include <loader.h>
#include <stdlib.h>
#include <string.h>
#include <tiffio.h>

// The soname must match the headers: code compiled against one version doesn't fit the other.
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
  __typeof__(TIFFReadScanline) *line;
  __typeof__(TIFFScanlineSize) *line_size;
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
      {&tiff.line, "TIFFReadScanline"},
      {&tiff.line_size, "TIFFScanlineSize"},
      {&tiff.set_errors, "TIFFSetErrorHandler"},
      {&tiff.set_warnings, "TIFFSetWarningHandler"},
  };
  if (!pd_load(LIBRARY, functions, sizeof functions / sizeof *functions)) return false;
  // The default handlers print to standard error.
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

/// Returns the best number of rows to decode per call: those of a strip or tile, since libtiff
/// starts each one again for every call.
static uint32_t rows_at_once(TIFF *file, uint32_t height) {
  uint32_t rows = 0;
  tiff.field_or_default(file, tiff.is_tiled(file) ? TIFFTAG_TILELENGTH : TIFFTAG_ROWSPERSTRIP, &rows);
  return rows == 0 || rows > height ? height : rows;
}

/// Returns `true` if the samples after the colors are declared as transparency, not as something
/// else.
static bool has_alpha(TIFF *file) {
  uint16_t count = 0, *kinds = NULL;
  tiff.field_or_default(file, TIFFTAG_EXTRASAMPLES, &count, &kinds);
  return count > 0 && kinds && kinds[0] != EXTRASAMPLE_UNSPECIFIED;
}

static int read_rows(
    TIFFRGBAImage *image, uint32_t rows, size_t memory_limit, pd_tiff_row take_row, void *context) {
  uint32_t width = image->width, height = image->height;
  // In one piece as stored, regardless of the orientation tag.
  image->orientation = image->req_orientation = ORIENTATION_TOPLEFT;
  if ((uint64_t)width * 4 > memory_limit / rows) return PD_TIFF_TOO_LARGE;
  uint32_t *pixels = (uint32_t *)malloc((size_t)width * rows * 4);
  if (!pixels) return PD_TIFF_TOO_LARGE;
  // libtiff treats a fourth sample of any kind as alpha.
  bool is_opaque = image->alpha && !has_alpha(image->tif);
  int status = PD_TIFF_OK;
  for (uint32_t y = 0; y < height && status == PD_TIFF_OK; y += rows) {
    uint32_t count = height - y < rows ? height - y : rows;
    memset(pixels, 0, (size_t)width * count * 4);
    image->row_offset = (int)y;
    // If the file ends in this strip or these tiles, some of their pixels may have been read.
    if (!tiff.get(image, pixels, width, count)) status = PD_TIFF_INCOMPLETE;
    for (uint32_t row = 0; row < count; row++) {
      uint32_t *from = pixels + (size_t)row * width;
      uint8_t *to = (uint8_t *)from;
      for (uint32_t x = 0; x < width; x++) {
        uint32_t pixel = from[x];
        to[x * 4] = (uint8_t)TIFFGetR(pixel);
        to[x * 4 + 1] = (uint8_t)TIFFGetG(pixel);
        to[x * 4 + 2] = (uint8_t)TIFFGetB(pixel);
        to[x * 4 + 3] = is_opaque ? 255 : (uint8_t)TIFFGetA(pixel);
      }
      take_row(context, y + row, to);
    }
  }
  free(pixels);
  return status;
}

/// Returns a sample as a fraction of its maximum. Bits are in order, the highest first.
static float sample(const uint8_t *line, size_t index, unsigned bits, bool is_float) {
  const void *place = line + index * bits / 8;
  float value = 0;
  if (is_float) {
    memcpy(&value, place, sizeof value);
  } else if (bits == 16) {
    value = ((const uint16_t *)place)[0] / 65535.0f;
  } else if (bits == 32) {
    value = (float)(((const uint32_t *)place)[0] / 4294967295.0);
  } else {
    unsigned number = 0;
    for (size_t bit = index * bits; bit < (index + 1) * bits; bit++)
      number = number << 1 | (line[bit / 8] >> (7 - bit % 8) & 1);
    value = (float)number / (float)((1u << bits) - 1);
  }
  // A NaN becomes 0.
  return value > 0 ? (value < 1 ? value : 1) : 0;
}

/// Reads the kinds of pixels that libtiff doesn't convert: gray, RGB and CMYK of up to 16 bits, of
/// 32 bits, and in floating point, where 1 is the brightest.
static int read_samples(
    TIFF *file, uint32_t width, uint32_t height, bool as_inks, size_t memory_limit,
    pd_tiff_row take_row, void *context) {
  uint16_t bits = 0, samples = 0, kind = 0, form = 0, planes = 0, inks = 0;
  tiff.field_or_default(file, TIFFTAG_BITSPERSAMPLE, &bits);
  tiff.field_or_default(file, TIFFTAG_SAMPLESPERPIXEL, &samples);
  tiff.field_or_default(file, TIFFTAG_SAMPLEFORMAT, &form);
  tiff.field_or_default(file, TIFFTAG_PLANARCONFIG, &planes);
  if (!tiff.field(file, TIFFTAG_PHOTOMETRIC, &kind)) return PD_TIFF_UNKNOWN;
  tiff.field_or_default(file, TIFFTAG_INKSET, &inks);
  if (as_inks && (kind != PHOTOMETRIC_SEPARATED || inks != INKSET_CMYK)) return PD_TIFF_UNKNOWN;
  bool is_float = form == SAMPLEFORMAT_IEEEFP;
  unsigned colors = kind == PHOTOMETRIC_SEPARATED ? 4
                    : kind == PHOTOMETRIC_RGB     ? 3
                    : kind == PHOTOMETRIC_MINISBLACK || kind == PHOTOMETRIC_MINISWHITE ? 1
                                                                                       : 0;
  bool is_known = is_float ? bits == 32 : form == SAMPLEFORMAT_UINT && (bits <= 16 || bits == 32);
  if (!is_known || bits == 0 || colors == 0 || samples < colors || tiff.is_tiled(file) ||
      (planes != PLANARCONFIG_CONTIG && samples > 1))
    return PD_TIFF_UNKNOWN;
  tmsize_t size = tiff.line_size(file);
  if (size <= 0 || (uint64_t)size < ((uint64_t)width * samples * bits + 7) / 8) return PD_TIFF_DAMAGED;
  if ((uint64_t)size > memory_limit) return PD_TIFF_TOO_LARGE;
  uint8_t *line = (uint8_t *)malloc((size_t)size), *rgba = (uint8_t *)malloc((size_t)width * 4);
  int status = line && rgba ? PD_TIFF_OK : PD_TIFF_TOO_LARGE;
  for (uint32_t y = 0; y < height && status == PD_TIFF_OK; y++) {
    if (tiff.line(file, line, y, 0) < 0) {
      status = y == 0 ? PD_TIFF_DAMAGED : PD_TIFF_INCOMPLETE;
      break;
    }
    for (uint32_t x = 0; x < width; x++) {
      float values[4] = {0};
      for (unsigned i = 0; i < colors; i++)
        values[i] = sample(line, (size_t)x * samples + i, bits, is_float);
      if (kind == PHOTOMETRIC_MINISWHITE) values[0] = 1 - values[0];
      for (unsigned i = 0; i < 3; i++) {
        float value = colors == 4 && !as_inks ? (1 - values[i]) * (1 - values[3])
                                              : values[colors == 1 ? 0 : i];
        rgba[x * 4 + i] = (uint8_t)(value * 255 + 0.5f);
      }
      rgba[x * 4 + 3] = as_inks ? (uint8_t)(values[3] * 255 + 0.5f) : 255;
    }
    take_row(context, y, rgba);
  }
  free(line);
  free(rgba);
  return status;
}

int pd_tiff_read(
    const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, bool as_inks,
    size_t memory_limit, pd_tiff_row take_row, void *context) {
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
  } else if (!as_inks && tiff.is_known(file, words)) {
    TIFFRGBAImage image;
    memset(&image, 0, sizeof image);
    if (tiff.begin(&image, file, 1, words)) {
      status = read_rows(&image, rows_at_once(file, height), memory_limit, take_row, context);
      tiff.end(&image);
    }
  }
  if (status == PD_TIFF_UNKNOWN)
    status = read_samples(file, width, height, as_inks, memory_limit, take_row, context);
  tiff.close(file);
  return status;
}
