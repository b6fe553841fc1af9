#include <errno.h>
#include <string.h>

#include "terminal.h"

static int signal_pipe = -1;

static void note_signal(int number) {
  int saved = errno;
  unsigned char byte = (unsigned char)number;
  // A full pipe already contains enough signals.
  if (write(signal_pipe, &byte, 1) < 0) errno = saved;
  errno = saved;
}

void pd_set_signal_pipe(int fd) { signal_pipe = fd; }

int pd_catch_signal(int number, struct sigaction *previous) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = note_signal;
  action.sa_flags = SA_RESTART;
  sigfillset(&action.sa_mask);
  return sigaction(number, &action, previous);
}
