// The minimum cost of a save: a line at the end of a file, and an fsync.
// cc -O2 -o append append.c; append FILE COUNT prints the microseconds of each.
#define _POSIX_C_SOURCE 200809L
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

int main(int count, char **arguments) {
  if (count != 3) return 64;
  int file = open(arguments[1], O_WRONLY | O_CREAT | O_APPEND, 0600);
  if (file < 0) return 1;
  // The length of a corpus entry.
  char line[1000];
  memset(line, 'a', sizeof line);
  line[sizeof line - 1] = '\n';
  for (int left = atoi(arguments[2]); left > 0; left--) {
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    if (write(file, line, sizeof line) != sizeof line || fsync(file) != 0) return 1;
    clock_gettime(CLOCK_MONOTONIC, &end);
    printf("%.1f\n", (end.tv_sec - start.tv_sec) * 1e6 + (end.tv_nsec - start.tv_nsec) / 1e3);
  }
  return close(file) == 0 ? 0 : 1;
}
