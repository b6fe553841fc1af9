// The parts of ncurses that Swift can't import: macros and globals.
#ifndef PHOTODIARY_CNCURSES_H
#define PHOTODIARY_CNCURSES_H

#define NCURSES_WIDECHAR 1
#include <ncurses.h>
#include <term.h>
// term.h defines capabilities as macros, `columns` and `lines` among them.
#undef columns
#undef lines

#include <langinfo.h>
#include <locale.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

// MARK: ncurses' macros and globals

static inline bool pd_new_terminal(const char *type) {
  return newterm(type, stdout, stdin) != NULL;
}
static inline WINDOW *pd_screen(void) { return stdscr; }
static inline int pd_rows(void) { return getmaxy(stdscr); }
static inline int pd_columns(void) { return getmaxx(stdscr); }
static inline int pd_colors(void) { return COLORS; }
static inline int pd_color_pairs(void) { return COLOR_PAIRS; }
static inline void pd_redraw_all(void) { clearok(curscr, TRUE); }

static inline attr_t pd_bold(void) { return A_BOLD; }
static inline attr_t pd_dim(void) { return A_DIM; }
static inline attr_t pd_italic(void) { return A_ITALIC; }
static inline attr_t pd_underline(void) { return A_UNDERLINE; }
static inline attr_t pd_reverse(void) { return A_REVERSE; }

/// Draws one character and its marks (0: none) in a cell. Errors are ignored: the cursor can't
/// advance past the last cell of the screen.
static inline void pd_put(
    int row, int column, uint32_t base, uint32_t mark1, uint32_t mark2, uint32_t mark3,
    uint32_t mark4, attr_t attributes, int pair) {
  const wchar_t text[6] = {(wchar_t)base,  (wchar_t)mark1, (wchar_t)mark2,
                           (wchar_t)mark3, (wchar_t)mark4, 0};
  cchar_t cell;
  if (setcchar(&cell, text, attributes, 0, &pair) == ERR) return;
  mvwadd_wch(stdscr, row, column, &cell);
}

/// The row of the window's cursor.
static inline int pd_cursor_row(void) { return getcury(stdscr); }

/// Writes the sequences that change the terminal's attributes and colors to `bytes`, at most `room`
/// of them, and returns their number. ncurses then assumes that the terminal has received them.
int pd_turn_look(attr_t attributes, int pair, uint8_t *bytes, int room);

/// Returns a capability of the terminal, or NULL if it has none by that name.
static inline const char *pd_capability(const char *name) {
  const char *value = tigetstr(name);
  return value == (char *)-1 ? NULL : value;
}

// MARK: the C library

/// Sets the character set from the environment, or UTF-8 if that specifies another one.
static inline void pd_use_utf8(void) {
  setlocale(LC_CTYPE, "");
  if (strcmp(nl_langinfo(CODESET), "UTF-8") != 0) setlocale(LC_CTYPE, "C.UTF-8");
}

// The header declares it only with _XOPEN_SOURCE.
int wcwidth(wchar_t character);

static inline int pd_width(uint32_t scalar) { return wcwidth((wchar_t)scalar); }

#endif
