#ifndef PHOTODIARY_CVTERM_H
#define PHOTODIARY_CVTERM_H

#include <stdbool.h>
#include <vterm.h>

// Accessors for bit-fields and unions.

static inline bool pd_cell_bold(const VTermScreenCell *cell) { return cell->attrs.bold; }
static inline bool pd_cell_italic(const VTermScreenCell *cell) { return cell->attrs.italic; }
static inline bool pd_cell_reverse(const VTermScreenCell *cell) { return cell->attrs.reverse; }
static inline int pd_cell_font(const VTermScreenCell *cell) { return cell->attrs.font; }
static inline bool pd_cell_underline(const VTermScreenCell *cell) {
  return cell->attrs.underline != 0;
}

/// The palette's index, -1 for the default color, 0x1000000 + 0xRRGGBB for any other.
static inline int pd_color(const VTermColor *color) {
  if (VTERM_COLOR_IS_DEFAULT_FG(color) || VTERM_COLOR_IS_DEFAULT_BG(color)) return -1;
  if (VTERM_COLOR_IS_INDEXED(color)) return color->indexed.idx;
  return 0x1000000 | color->rgb.red << 16 | color->rgb.green << 8 | color->rgb.blue;
}

/// A cell's scalar; 0 after the last one, UINT32_MAX in the right half of a wide character.
static inline uint32_t pd_cell_scalar(const VTermScreenCell *cell, int index) {
  return index < VTERM_MAX_CHARS_PER_CELL ? cell->chars[index] : 0;
}

#endif
