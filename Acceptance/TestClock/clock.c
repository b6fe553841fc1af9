// Moves the clock of a program that preloads this library, by the seconds in TEST_CLOCK_OFFSET.
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t clock, struct timespec *result) {
  long error = syscall(SYS_clock_gettime, clock, result);
  const char *offset = getenv("TEST_CLOCK_OFFSET");
  if (error == 0 && clock == CLOCK_REALTIME && offset) result->tv_sec += atol(offset);
  return (int)error;
}

time_t time(time_t *result) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (result) *result = now.tv_sec;
  return now.tv_sec;
}
