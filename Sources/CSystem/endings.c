#include "system.h"

static int ending_pipe = -1;

static void write_ending(int signal) {
  (void)signal;
  int before = errno;
  ssize_t count = write(ending_pipe, "", 1);
  (void)count;
  errno = before;
}

int pd_catch_endings(int fd) {
  struct sigaction action, before;
  memset(&action, 0, sizeof action);
  action.sa_handler = write_ending;
  action.sa_flags = SA_RESTART;
  ending_pipe = fd;
  if (sigaction(SIGINT, &action, NULL) != 0 || sigaction(SIGTERM, &action, NULL) != 0) return -1;
  if (sigaction(SIGHUP, NULL, &before) != 0) return -1;
  return before.sa_handler == SIG_IGN ? 0 : sigaction(SIGHUP, &action, NULL);
}
