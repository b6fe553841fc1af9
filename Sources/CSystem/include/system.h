// What libc offers to C alone: variadic calls, and names behind _GNU_SOURCE.
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

/// Has SIGINT, SIGTERM and SIGHUP write a byte to a pipe instead of ending the program, but not a
/// SIGHUP that is ignored, as under nohup(1). 0, or -1.
int pd_catch_endings(int fd);

/// A terminal's width in columns, or 0 when it doesn't say or is none.
static inline int pd_window_columns(int fd) {
  struct winsize size;
  memset(&size, 0, sizeof size);
  return ioctl(fd, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

/// Has the system dump none of this program's memory, and let no other program of its user look into it.
static inline void pd_hide_memory(void) {
  struct rlimit core;
  // A system may be set up to dump such programs for root alone.
  if (getrlimit(RLIMIT_CORE, &core) == 0) {
    core.rlim_cur = 0;
    setrlimit(RLIMIT_CORE, &core);
  }
  pd_forbid_tracing();
}

/// Milliseconds on a clock that nobody sets.
static inline long pd_milliseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/// Writes what is taken in one call, without the signal that says that nobody reads: how much, or -1
/// with errno.
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

/// Whether a child process has ended, which waitpid still has to be told of; with `waits`, once it has.
static inline int pd_has_ended(pid_t process, int waits) {
  siginfo_t end;
  int result;
  do {
    end.si_pid = 0;
    result = waitid(P_PID, (id_t)process, &end, WEXITED | WNOWAIT | (waits ? 0 : WNOHANG));
  } while (result != 0 && errno == EINTR);
  return result != 0 || end.si_pid != 0;
}

// glibc has these, but its headers hide them here.
extern void *memmem(const void *bytes, size_t count, const void *wanted, size_t wanted_count);
extern void *memrchr(const void *bytes, int byte, size_t count);
extern int pipe2(int ends[2], int flags);
extern int posix_spawn_file_actions_addclosefrom_np(
    posix_spawn_file_actions_t *actions, int from);

/// A pipe that no program started meanwhile inherits. 0, or -1 with errno.
static inline int pd_pipe(int ends[2]) {
  return pipe2(ends, O_CLOEXEC);
}

/// Has the started program begin with no signal blocked and none ignored, whatever this one does;
/// `flags` are further ones of the attributes.
static inline void pd_spawn_reset_signals(posix_spawnattr_t *attributes, short flags) {
  sigset_t none, every;
  sigemptyset(&none);
  sigfillset(&every);
  posix_spawnattr_setsigmask(attributes, &none);
  posix_spawnattr_setsigdefault(attributes, &every);
  posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | flags);
}

/// A flag for the above: the program leads a session of its own, which has no terminal.
enum { pd_spawn_own_session = 0x80 };  // glibc's number of POSIX_SPAWN_SETSID.

/// Has the started program close every descriptor from a number on.
static inline int pd_spawn_close_from(posix_spawn_file_actions_t *actions, int from) {
  return posix_spawn_file_actions_addclosefrom_np(actions, from);
}

#endif
