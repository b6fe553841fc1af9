#include "screen.h"

// The bytes that ncurses would write.
static struct {
  uint8_t *bytes;
  int room;
  int count;
} written;

static int keep(int byte) {
  if (written.count < written.room) written.bytes[written.count++] = (uint8_t)byte;
  return byte;
}

int pd_turn_look(attr_t attributes, int pair, uint8_t *bytes, int room) {
  written.bytes = bytes;
  written.room = room;
  written.count = 0;
  vid_puts(attributes, 0, &pair, keep);
  return written.count;
}
