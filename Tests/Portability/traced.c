// A program for the call tracer: saves a file in a folder, and reports the result of each call.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void report(const char *call, long result) {
  printf("%s %s\n", call, result < 0 ? strerrorname_np(errno) : "works");
  fflush(stdout);
}

int main(int count, char **arguments) {
  if (count < 2 || chdir(arguments[1]) != 0) return 2;
  int file = open("temporary", O_RDWR | O_CREAT | O_TRUNC, 0600);
  report("open", file);
  report("write", write(file, "saved", 5));
  report("fsync", fsync(file));
  report("close", close(file));
  report("rename", rename("temporary", "file"));
  report("unlink", unlink("file"));
  return 0;
}
