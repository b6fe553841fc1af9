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
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "keyring.h"
#include "terminal.h"

/// Tries for an open-file-description write lock on the whole file. 0, or -1 with errno. Unlike
/// POSIX record locks it stays when another descriptor closes.
static inline int pd_try_lock(int fd) {
  enum { OFD_SETLK = 37 };  // Linux's number of F_OFD_SETLK.
  struct flock lock;
  memset(&lock, 0, sizeof lock);
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  return fcntl(fd, OFD_SETLK, &lock);
}

/// Has SIGINT, SIGTERM and SIGHUP write a byte to a pipe instead of ending the program, but not a
/// SIGHUP that is ignored, as under nohup(1). 0, or -1.
int pd_catch_endings(int fd);

/// Whether another open file description has a lock on the file: 1, 0, or -1 with errno.
static inline int pd_is_locked(int fd) {
  enum { OFD_GETLK = 36 };  // Linux's number of F_OFD_GETLK.
  struct flock lock;
  memset(&lock, 0, sizeof lock);
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  return fcntl(fd, OFD_GETLK, &lock) != 0 ? -1 : lock.l_type != F_UNLCK;
}

/// A terminal's width in columns, or 0 when it doesn't say or is none.
static inline int pd_window_columns(int fd) {
  struct winsize size;
  memset(&size, 0, sizeof size);
  return ioctl(fd, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

/// Gives a file a new name that nothing has yet. 0, or -1 with errno.
static inline int pd_rename_new(const char *old_name, const char *new_name) {
  return (int)syscall(SYS_renameat2, AT_FDCWD, old_name, AT_FDCWD, new_name,
                      1u /* RENAME_NOREPLACE */);
}

/// Exchanges two files or folders in one step, so that each path has always one of them. 0, or -1 with
/// errno.
static inline int pd_exchange(const char *one, const char *other) {
  return (int)syscall(SYS_renameat2, AT_FDCWD, one, AT_FDCWD, other, 2u /* RENAME_EXCHANGE */);
}

/// Writes everything of the file system that holds an open file to disk, 0 or -1 with errno.
static inline int pd_sync_file_system(int fd) { return (int)syscall(SYS_syncfs, fd); }

/// Waits until the bytes of a file are written to its disk, or only begins with that. Makes nothing durable:
/// what else tells of the file isn't written, and the disk's own memory isn't emptied. 0, or -1 with errno.
static inline int pd_write_back(int fd, int waits) {
#ifdef SYS_sync_file_range
  // 2 begins, 1 and 4 wait for what was begun before and by this call.
  int result = (int)syscall(SYS_sync_file_range, fd, 0L, 0L, waits ? 7u : 2u);
  if (result == 0 || errno != ENOSYS) return result;
#endif
  return waits ? fdatasync(fd) : 0;
}

/// Has a file share the bytes of another, on file systems that can (FICLONE). 0, or -1 with errno.
static inline int pd_clone(int to, int from) {
  return ioctl(to, _IOW(0x94, 9, int), from);
}

/// An open file that has no name in any folder and lives in memory, or -1 with errno.
static inline int pd_memory_file(const char *name) {
  return (int)syscall(SYS_memfd_create, name, 1u /* MFD_CLOEXEC */);
}

/// Has the system dump none of this program's memory, and let no other program of its user look into it.
static inline void pd_hide_memory(void) {
  struct rlimit core;
  // A system may be set up to dump such programs for root alone.
  if (getrlimit(RLIMIT_CORE, &core) == 0) {
    core.rlim_cur = 0;
    setrlimit(RLIMIT_CORE, &core);
  }
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

/// Milliseconds on a clock that nobody sets.
static inline long pd_milliseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/// A descriptor that is readable once a child process has ended, since Linux 5.3; -1 on failure.
static inline int pd_process_descriptor(pid_t process) {
  return (int)syscall(434 /* SYS_pidfd_open */, process, 0u);
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

/// Waits for a child process, until a time of pd_milliseconds: 1 once it has ended, which waitpid
/// still has to be told of, 0 when it goes on, and -1 when the system can't tell: Linux can since
/// 5.3.
static inline int pd_ends_until(pid_t process, long deadline) {
  int descriptor = pd_process_descriptor(process);
  if (descriptor < 0) return -1;
  struct pollfd end = {descriptor, POLLIN, 0};
  int count;
  do {
    long left = deadline - pd_milliseconds();
    count = poll(&end, 1, left > 0 ? (int)left : 0);
  } while (count < 0 && errno == EINTR);
  close(descriptor);
  return count > 0;
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
