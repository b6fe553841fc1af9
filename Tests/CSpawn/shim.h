// posix_spawn with extensions that libc hides behind _GNU_SOURCE: sessions, folders, closing
// descriptors.
#ifndef PHOTODIARY_CSPAWN_H
#define PHOTODIARY_CSPAWN_H

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

long syscall(long, ...);
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);
int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *, const char *);

/// Starts a program with default signals and only descriptors 0, 1 and 2. `terminal` is the path of
/// its controlling terminal, or NULL to use the three descriptors; `folder` its working folder, or
/// NULL. Returns 0 or the error.
static inline int pd_spawn(
    pid_t *pid, const char *path, char *const arguments[], char *const environment[],
    const char *terminal, int input, int output, int errors, const char *folder) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  // POSIX_SPAWN_SETSID is 0x80 (spawn.h).
  posix_spawnattr_setflags(
      &attributes, (short)(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | 0x80));
  if (folder) posix_spawn_file_actions_addchdir_np(&actions, folder);
  if (terminal) {
    // The first terminal opened by a session leader becomes its controlling terminal.
    posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0);
    posix_spawn_file_actions_adddup2(&actions, 0, 1);
    posix_spawn_file_actions_adddup2(&actions, 0, 2);
  } else {
    posix_spawn_file_actions_adddup2(&actions, input, 0);
    posix_spawn_file_actions_adddup2(&actions, output, 1);
    posix_spawn_file_actions_adddup2(&actions, errors, 2);
  }
  posix_spawn_file_actions_addclosefrom_np(&actions, 3);
  int error = posix_spawn(pid, path, &actions, &attributes, arguments, environment);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return error;
}

/// The number of unread bytes in a terminal; 0 if it is closed.
static inline int pd_unread(int terminal) {
  int count = 0;
  return ioctl(terminal, FIONREAD, &count) == 0 ? count : 0;
}

static inline bool pd_exited(int status) { return WIFEXITED(status); }
static inline int pd_exit_status(int status) { return WEXITSTATUS(status); }
static inline int pd_end_signal(int status) { return WTERMSIG(status); }

/// A descriptor that is readable once the child has ended (Linux 5.3); -1 on failure.
static inline int pd_child_descriptor(pid_t pid) {
  return (int)syscall(SYS_pidfd_open, pid, 0);
}

/// Tries to lock the open file for writing (F_OFD_SETLK is 37). Returns 0 or -1.
static inline int pd_try_lock(int fd) {
  struct flock lock;
  memset(&lock, 0, sizeof lock);
  lock.l_type = F_WRLCK;
  return fcntl(fd, 37, &lock);
}

/// `width` and `height` are in pixels, or 0 if unknown.
static inline int pd_resize_terminal(int fd, int columns, int rows, int width, int height) {
  struct winsize size;
  memset(&size, 0, sizeof size);
  size.ws_col = (unsigned short)columns;
  size.ws_row = (unsigned short)rows;
  size.ws_xpixel = (unsigned short)width;
  size.ws_ypixel = (unsigned short)height;
  return ioctl(fd, TIOCSWINSZ, &size);
}

#endif
