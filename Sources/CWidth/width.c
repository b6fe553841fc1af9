// ncurses gets the width of a character only from the C library. This wcwidth replaces the
// library's, so that the program and ncurses use the terminal's width for characters of ambiguous
// width.
#define _GNU_SOURCE
#include "width.h"
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static uint32_t *edges;
static size_t edge_count;
static int (*library_wcwidth)(wchar_t);

void pd_widen(const uint32_t *new_edges, size_t count) {
  uint32_t *copy = malloc(count * sizeof *copy);
  if (!copy) return;
  memcpy(copy, new_edges, count * sizeof *copy);
  edges = copy;
  edge_count = count;
}

static int is_widened(uint32_t scalar) {
  size_t low = 0, high = edge_count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (edges[middle] <= scalar) low = middle + 1; else high = middle;
  }
  return low % 2 == 1;
}

int wcwidth(wchar_t character) {
  if (!library_wcwidth) {
    library_wcwidth = (int (*)(wchar_t))dlsym(RTLD_NEXT, "wcwidth");
    if (!library_wcwidth) return 1;
  }
  int width = library_wcwidth(character);
  return width == 1 && edge_count > 0 && is_widened((uint32_t)character) ? 2 : width;
}
