// libpng reports errors by longjmp, which must never cross a Swift frame, so it stays in this file.
#ifndef PHOTODIARY_CPNG_H
#define PHOTODIARY_CPNG_H

#include <png.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { PD_PNG_OK = 0, PD_PNG_DAMAGED = 1, PD_PNG_TOO_LARGE = 2, PD_PNG_INCOMPLETE = 4 };

/// Receives each row from the top, as width × 4 bytes of straight RGBA.
typedef void (*pd_png_row)(void *context, uint32_t y, const uint8_t *rgba);

typedef struct {
  const uint8_t *bytes;
  size_t count, position;
  png_structp png;
  png_infop info;
  uint8_t *row;
  // All rows of an interlaced picture, which can't be read row by row.
  uint8_t *all;
  png_bytep *rows;
  volatile int status;
  /// Nonzero if a checksum is wrong.
  int is_doubtful;
} pd_png_reading;

static inline void pd_png_take(png_structp png, png_bytep out, png_size_t count) {
  pd_png_reading *reading = (pd_png_reading *)png_get_io_ptr(png);
  if (count > reading->count - reading->position) png_error(png, "premature end");
  memcpy(out, reading->bytes + reading->position, count);
  reading->position += count;
}

static inline void pd_png_silent(png_structp png, png_const_charp text) {
  (void)png;
  (void)text;
}

/// Records a wrong checksum, the only warning that matters.
static inline void pd_png_doubt(png_structp png, png_const_charp text) {
  if (strstr(text, "CRC")) ((pd_png_reading *)png_get_error_ptr(png))->is_doubtful = 1;
}

/// Jumps back without the message that the default handler prints to standard error.
static inline void pd_png_fail(png_structp png, png_const_charp text) {
  (void)text;
  png_longjmp(png, 1);
}

static inline void pd_png_read_all(
    pd_png_reading *reading, size_t whole_limit, pd_png_row take, void *context) {
  png_structp png = reading->png;
  volatile size_t height = 0;
  if (setjmp(png_jmpbuf(png))) {
    // Deliver an interlaced picture as far as it was read. Other rows are delivered already.
    for (size_t y = 0; reading->rows && y < height; y++) take(context, (uint32_t)y, reading->rows[y]);
    return;
  }
  reading->status = PD_PNG_DAMAGED;
  png_set_user_limits(png, 1000000, 1000000);
  png_set_chunk_malloc_max(png, 16 << 20);
  png_set_chunk_cache_max(png, 64);
  png_set_crc_action(png, PNG_CRC_WARN_USE, PNG_CRC_DEFAULT);
  png_set_read_fn(png, reading, pd_png_take);
  png_read_info(png, reading->info);
  png_set_expand(png);
  png_set_scale_16(png);
  png_set_gray_to_rgb(png);
  png_set_add_alpha(png, 0xFF, PNG_FILLER_AFTER);
  int passes = png_set_interlace_handling(png);
  png_read_update_info(png, reading->info);

  size_t width = png_get_image_width(png, reading->info);
  size_t count = png_get_image_height(png, reading->info);
  size_t stride = png_get_rowbytes(png, reading->info);
  if (stride != width * 4) return;
  if (passes == 1) {
    reading->row = (uint8_t *)malloc(stride);
    if (!reading->row) {
      reading->status = PD_PNG_TOO_LARGE;
      return;
    }
    for (size_t y = 0; y < count; y++) {
      png_read_row(png, reading->row, NULL);
      take(context, (uint32_t)y, reading->row);
      reading->status = PD_PNG_INCOMPLETE;
    }
  } else {
    reading->all = count <= whole_limit / stride ? (uint8_t *)calloc(count, stride) : NULL;
    reading->rows = (png_bytep *)malloc(count * sizeof(png_bytep));
    if (!reading->all || !reading->rows) {
      reading->status = PD_PNG_TOO_LARGE;
      return;
    }
    for (size_t y = 0; y < count; y++) reading->rows[y] = reading->all + y * stride;
    for (int pass = 0; pass < passes; pass++) {
      for (size_t y = 0; y < count; y++) {
        // Pixels of later passes are filled with the known ones.
        png_read_row(png, NULL, reading->rows[y]);
        height = count;
        reading->status = PD_PNG_INCOMPLETE;
      }
    }
    height = 0;
    for (size_t y = 0; y < count; y++) take(context, (uint32_t)y, reading->rows[y]);
  }
  png_read_end(png, NULL);
  reading->status = reading->is_doubtful ? PD_PNG_INCOMPLETE : PD_PNG_OK;
}

/// Decodes a PNG row by row. An interlaced picture of more than `whole_limit` bytes is too large.
static inline int pd_png_read(
    const uint8_t *bytes, size_t count, size_t whole_limit, pd_png_row take, void *context) {
  pd_png_reading reading;
  memset(&reading, 0, sizeof reading);
  reading.bytes = bytes;
  reading.count = count;
  reading.status = PD_PNG_TOO_LARGE;
  reading.png =
      png_create_read_struct(PNG_LIBPNG_VER_STRING, &reading, pd_png_fail, pd_png_doubt);
  if (!reading.png) return reading.status;
  reading.info = png_create_info_struct(reading.png);
  if (reading.info) pd_png_read_all(&reading, whole_limit, take, context);
  png_destroy_read_struct(&reading.png, &reading.info, NULL);
  free(reading.row);
  free(reading.all);
  free(reading.rows);
  return reading.status;
}

/// Decompresses the data of a chunk. Returns the number of bytes, or 0 if the data is damaged or
/// longer than `limit`.
static inline size_t pd_png_inflate(
    const uint8_t *bytes, size_t count, uint8_t *out, size_t limit) {
  uLongf length = limit;
  return uncompress(out, &length, bytes, count) == Z_OK ? length : 0;
}

/// Compresses the data of a chunk. Returns the number of bytes, or 0 if they are more than `limit`.
static inline size_t pd_png_deflate(
    const uint8_t *bytes, size_t count, uint8_t *out, size_t limit) {
  uLongf length = limit;
  return compress2(out, &length, bytes, count, Z_BEST_COMPRESSION) == Z_OK ? length : 0;
}

/// Receives each piece of a written PNG.
typedef void (*pd_png_piece)(void *context, const uint8_t *bytes, size_t count);

typedef struct {
  pd_png_piece take;
  void *context;
} pd_png_writing;

static inline void pd_png_give(png_structp png, png_bytep bytes, png_size_t count) {
  pd_png_writing *writing = (pd_png_writing *)png_get_io_ptr(png);
  writing->take(writing->context, bytes, count);
}

static inline void pd_png_flush(png_structp png) { (void)png; }

static inline int pd_png_write_all(
    png_structp png, png_infop info, const uint8_t *rgbx, uint32_t width, uint32_t height,
    pd_png_writing *writing) {
  if (setjmp(png_jmpbuf(png))) return 0;
  png_set_write_fn(png, writing, pd_png_give, pd_png_flush);
  png_set_compression_level(png, 1);
  png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_SUB);
  png_set_IHDR(png, info, width, height, 8, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
      PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_write_info(png, info);
  png_set_filler(png, 0, PNG_FILLER_AFTER);
  for (uint32_t y = 0; y < height; y++) png_write_row(png, rgbx + (size_t)y * width * 4);
  png_write_end(png, info);
  return 1;
}

/// Writes an opaque picture, fast rather than small. Returns 0 without memory.
static inline int pd_png_write(
    const uint8_t *rgbx, uint32_t width, uint32_t height, pd_png_piece take, void *context) {
  pd_png_writing writing = {take, context};
  png_structp png =
      png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, pd_png_fail, pd_png_silent);
  if (!png) return 0;
  png_infop info = png_create_info_struct(png);
  int is_done = info ? pd_png_write_all(png, info, rgbx, width, height, &writing) : 0;
  png_destroy_write_struct(&png, &info);
  return is_done;
}

#endif
