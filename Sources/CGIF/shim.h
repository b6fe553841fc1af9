// Reads the first picture of a GIF through giflib.
#ifndef PHOTODIARY_CGIF_H
#define PHOTODIARY_CGIF_H

#include <gif_lib.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { PD_GIF_OK = 0, PD_GIF_DAMAGED = 1, PD_GIF_TOO_LARGE = 2, PD_GIF_INCOMPLETE = 4 };

/// Receives each row of the screen from the top, as width × 4 bytes of straight RGBA.
typedef void (*pd_gif_row)(void *context, uint32_t y, const uint8_t *rgba);

typedef struct {
  const uint8_t *bytes;
  size_t count, position;
} pd_gif_memory;

static inline int pd_gif_take(GifFileType *gif, GifByteType *out, int wanted) {
  pd_gif_memory *file = (pd_gif_memory *)gif->UserData;
  size_t left = file->count - file->position;
  size_t length = wanted < 0 ? 0 : (size_t)wanted < left ? (size_t)wanted : left;
  memcpy(out, file->bytes + file->position, length);
  file->position += length;
  return (int)length;
}

/// Reads up to the header of the first picture, and the index of its transparent color. Returns 0
/// on failure.
static inline int pd_gif_find_picture(GifFileType *gif, int *transparent) {
  GifRecordType type;
  while (DGifGetRecordType(gif, &type) == GIF_OK) {
    if (type == IMAGE_DESC_RECORD_TYPE) return DGifGetImageDesc(gif) == GIF_OK;
    if (type != EXTENSION_RECORD_TYPE) return 0;
    int name = 0;
    GifByteType *block = NULL;
    if (DGifGetExtension(gif, &name, &block) != GIF_OK) return 0;
    while (block) {
      if (name == GRAPHICS_EXT_FUNC_CODE && block[0] >= 4) {
        *transparent = block[1] & 1 ? block[4] : -1;
      }
      if (DGifGetExtensionNext(gif, &block) != GIF_OK) return 0;
    }
  }
  return 0;
}

/// Returns the picture's palette indices in row order, or NULL if there are none. `rows` is set to
/// the number of rows from the top that are known, even if the file is truncated. The caller frees
/// the result.
static inline GifPixelType *pd_gif_pixels(GifFileType *gif, int *rows, int *status) {
  int width = gif->Image.Width, height = gif->Image.Height;
  GifPixelType *pixels = (GifPixelType *)malloc((size_t)width * (size_t)height);
  if (!pixels) {
    *status = PD_GIF_TOO_LARGE;
    return NULL;
  }
  static const int starts[] = {0, 4, 2, 1}, steps[] = {8, 8, 4, 2}, heights[] = {8, 4, 2, 1};
  *rows = 0;
  int passes = gif->Image.Interlace ? 4 : 1;
  for (int pass = 0; pass < passes; pass++) {
    int start = passes == 1 ? 0 : starts[pass], step = passes == 1 ? 1 : steps[pass];
    for (int y = start; y < height; y += step) {
      GifPixelType *line = pixels + (size_t)y * (size_t)width;
      if (DGifGetLine(gif, line, width) != GIF_OK) {
        *status = *rows > 0 ? PD_GIF_INCOMPLETE : PD_GIF_DAMAGED;
        if (*rows > 0) return pixels;
        free(pixels);
        return NULL;
      }
      // A row of an earlier pass fills the rows below it until later passes replace them.
      int end = passes == 1 ? y + 1 : y + heights[pass] < height ? y + heights[pass] : height;
      for (int below = y + 1; below < end; below++) {
        memcpy(pixels + (size_t)below * (size_t)width, line, (size_t)width);
      }
      if (end > *rows) *rows = end;
    }
  }
  *status = PD_GIF_OK;
  return pixels;
}

/// Draws the picture on its screen, which may be larger or smaller.
static inline int pd_gif_lay(
    GifFileType *gif, int transparent, const GifPixelType *pixels, int rows, uint32_t width,
    uint32_t height, pd_gif_row take, void *context) {
  ColorMapObject *colors = gif->Image.ColorMap ? gif->Image.ColorMap : gif->SColorMap;
  uint8_t *row = colors ? (uint8_t *)malloc((size_t)width * 4) : NULL;
  if (!row) return colors ? PD_GIF_TOO_LARGE : PD_GIF_DAMAGED;
  for (uint32_t y = 0; y < height; y++) {
    memset(row, 0, (size_t)width * 4);
    int64_t line = (int64_t)y - gif->Image.Top;
    if (line >= 0 && line < rows) {
      const GifPixelType *from = pixels + (size_t)line * (size_t)gif->Image.Width;
      for (int64_t x = 0; x < gif->Image.Width; x++) {
        int64_t column = x + gif->Image.Left;
        if (column >= width) break;
        if (from[x] == transparent || from[x] >= colors->ColorCount) continue;
        GifColorType color = colors->Colors[from[x]];
        uint8_t *to = row + column * 4;
        to[0] = color.Red;
        to[1] = color.Green;
        to[2] = color.Blue;
        to[3] = 255;
      }
    }
    take(context, y, row);
  }
  free(row);
  return PD_GIF_OK;
}

/// Decodes the first picture on a screen of `width` × `height`. A picture of more than
/// `pixel_limit` pixels is too large.
static inline int pd_gif_read(
    const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, uint64_t pixel_limit,
    pd_gif_row take, void *context) {
  pd_gif_memory file = {bytes, count, 0};
  int error = 0, transparent = -1, status = PD_GIF_DAMAGED;
  GifFileType *gif = DGifOpen(&file, pd_gif_take, &error);
  if (!gif) return status;
  if (pd_gif_find_picture(gif, &transparent) && gif->Image.Width > 0 && gif->Image.Height > 0 &&
      gif->Image.Left >= 0 && gif->Image.Top >= 0) {
    if ((uint64_t)gif->Image.Width * (uint64_t)gif->Image.Height > pixel_limit) {
      status = PD_GIF_TOO_LARGE;
    } else {
      int rows = 0;
      GifPixelType *pixels = pd_gif_pixels(gif, &rows, &status);
      if (pixels) {
        int laid = pd_gif_lay(gif, transparent, pixels, rows, width, height, take, context);
        if (laid != PD_GIF_OK) status = laid;
        free(pixels);
      }
    }
  }
  DGifCloseFile(gif, &error);
  return status;
}

#endif
