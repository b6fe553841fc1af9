// What libc offers to C alone: variadic calls, and names behind _GNU_SOURCE.
#ifndef PHOTODIARY_CSYSTEM_H
#define PHOTODIARY_CSYSTEM_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

// Linux numbers: the headers hide them unless _GNU_SOURCE was set before the first include.
enum { PD_OFD_SETLK = 37, PD_OFD_SETLKW = 38, PD_RENAME_NOREPLACE = 1, PD_RENAME_EXCHANGE = 2 };

/// Takes (wait) or tries for an open-file-description write lock on the whole file.
/// 0, or -1 with errno. Unlike POSIX record locks it stays when another descriptor closes.
static inline int pd_lock(int fd, int wait) {
  struct flock lock;
  memset(&lock, 0, sizeof lock);
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  return fcntl(fd, wait ? PD_OFD_SETLKW : PD_OFD_SETLK, &lock);
}

/// The terminal's size, 0 on success.
static inline int pd_window_size(int fd, struct winsize *size) {
  return ioctl(fd, TIOCGWINSZ, size);
}

/// Sets a pseudo-terminal's size, 0 on success.
static inline int pd_set_window_size(int fd, unsigned short columns, unsigned short rows) {
  struct winsize size;
  memset(&size, 0, sizeof size);
  size.ws_col = columns;
  size.ws_row = rows;
  return ioctl(fd, TIOCSWINSZ, &size);
}

static inline int pd_open(const char *path, int flags, mode_t mode) {
  return open(path, flags, mode);
}

static inline int pd_openat(int folder, const char *path, int flags, mode_t mode) {
  return openat(folder, path, flags, mode);
}

// glibc has both; the headers hide them like the numbers above.
extern int pipe2(int ends[2], int flags);
extern int posix_spawn_file_actions_addclosefrom_np(
    posix_spawn_file_actions_t *actions, int from);

/// A pipe that no program started meanwhile inherits. 0, or -1 with errno.
static inline int pd_pipe(int ends[2]) {
  return pipe2(ends, O_CLOEXEC);
}

/// Has the started program close every descriptor from a number on.
static inline int pd_spawn_close_from(posix_spawn_file_actions_t *actions, int from) {
  return posix_spawn_file_actions_addclosefrom_np(actions, from);
}

#endif
