// The minimum cost of a full-screen program: a screen of text by ncurses, then a key.
// cc -O2 -o first-frame first-frame.c -lncursesw -ltinfo
#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <locale.h>

int main(void) {
  setlocale(LC_ALL, "");
  initscr();
  raw();
  noecho();
  keypad(stdscr, TRUE);
  for (int row = 0; row < LINES - 1; row++) {
    move(row, 0);
    for (int column = 0; column < COLS / 2; column++) addwstr(row % 2 ? L"글" : L"ab");
  }
  mvaddwstr(LINES - 1, 0, L"END-OF-FRAME");
  refresh();
  getch();
  endwin();
  return 0;
}
