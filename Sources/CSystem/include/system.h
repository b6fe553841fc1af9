// The parts of libc that Swift can't import: variadic functions, and names behind _GNU_SOURCE.
#ifndef PHOTODIARY_CSYSTEM_H
#define PHOTODIARY_CSYSTEM_H

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "facilities.h"
#include "keyring.h"
#include "mapping.h"
#include "terminal.h"

/// Makes SIGINT, SIGTERM and SIGHUP write a byte to a pipe instead of ending the program. A SIGHUP
/// that is ignored, as under nohup(1), remains ignored. Returns 0, or -1 with errno.
int pd_catch_endings(int fd);

/// Returns a terminal's width in columns, or 0 if it is unknown or `fd` isn't a terminal.
static inline int pd_window_columns(int fd) {
  struct winsize size;
  memset(&size, 0, sizeof size);
  return ioctl(fd, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

/// Excludes this program's memory from core dumps, and forbids other programs of the same user to
/// read it.
static inline void pd_hide_memory(void) {
  struct rlimit core;
  // Some systems are configured to dump programs with protected memory, readable only by root.
  if (getrlimit(RLIMIT_CORE, &core) == 0) {
    core.rlim_cur = 0;
    setrlimit(RLIMIT_CORE, &core);
  }
  pd_forbid_tracing();
}

/// Returns the milliseconds of a clock that can't be set.
static inline long pd_milliseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/// Writes as many bytes as one call accepts, without SIGPIPE if the reader is gone. Returns their
/// number, or -1 with errno.
static inline ssize_t pd_write_quietly(int fd, const void *bytes, size_t count) {
  sigset_t broken, before;
  struct timespec now = {0, 0};
  sigemptyset(&broken);
  sigaddset(&broken, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &broken, &before);
  ssize_t written = write(fd, bytes, count);
  int error = errno;
  if (written < 0 && error == EPIPE) sigtimedwait(&broken, NULL, &now);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = error;
  return written;
}

/// Returns 1 if a child process has ended, otherwise 0. With `waits`, waits until it has ended. The
/// process still has to be reaped by waitpid.
static inline int pd_has_ended(pid_t process, int waits) {
  siginfo_t end;
  int result;
  do {
    end.si_pid = 0;
    result = waitid(P_PID, (id_t)process, &end, WEXITED | WNOWAIT | (waits ? 0 : WNOHANG));
  } while (result != 0 && errno == EINTR);
  return result != 0 || end.si_pid != 0;
}

// glibc's headers hide these functions here.
extern void *memmem(const void *bytes, size_t count, const void *wanted, size_t wanted_count);
extern void *memrchr(const void *bytes, int byte, size_t count);
extern int pipe2(int ends[2], int flags);
extern int posix_spawn_file_actions_addclosefrom_np(
    posix_spawn_file_actions_t *actions, int from);

/// Creates a pipe that programs started at the same time don't inherit. Returns 0, or -1 with
/// errno.
static inline int pd_pipe(int ends[2]) {
  return pipe2(ends, O_CLOEXEC);
}

/// Makes the started program begin with no signal blocked or ignored, regardless of this program's
/// signals. `flags` are additional flags of the attributes.
static inline void pd_spawn_reset_signals(posix_spawnattr_t *attributes, short flags) {
  sigset_t none, every;
  sigemptyset(&none);
  sigfillset(&every);
  posix_spawnattr_setsigmask(attributes, &none);
  posix_spawnattr_setsigdefault(attributes, &every);
  posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | flags);
}

/// A flag for `pd_spawn_reset_signals`: the program leads a new session, which has no terminal.
enum { pd_spawn_own_session = 0x80 };  // glibc's number of POSIX_SPAWN_SETSID.

/// Makes the started program close every descriptor from a number on. Returns 0 or an error number.
static inline int pd_spawn_close_from(posix_spawn_file_actions_t *actions, int from) {
  return posix_spawn_file_actions_addclosefrom_np(actions, from);
}

#endif
