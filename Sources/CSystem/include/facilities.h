// What Linux has and another system may lack. Elsewhere, and with -DPHOTODIARY_PLAIN, each call fails with
// ENOSYS, as on a Linux that was built without it; which of them the program makes, Facility.swift says.
#ifndef PHOTODIARY_CSYSTEM_FACILITIES_H
#define PHOTODIARY_CSYSTEM_FACILITIES_H

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

#if defined(__linux__) && !defined(PHOTODIARY_PLAIN)
#define PD_LINUX 1
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#ifndef SYS_pidfd_open
// Of Linux 5.3, which not all headers have. It is the same for all processors.
#define SYS_pidfd_open 434
#endif
#define PD_CALL(name, ...) syscall(SYS_##name, __VA_ARGS__)
#else
#define PD_LINUX 0
#define PD_CALL(name, ...) (errno = ENOSYS, -1l)
#endif

#ifdef __linux__
#include <sys/vfs.h>
#endif

/// Whether the program was built for Linux.
enum { pd_is_linux = PD_LINUX };

// MARK: Changes to files

/// A descriptor that becomes readable with each change to what is watched (inotify), or -1 with errno.
static inline int pd_changes(void) {
  return (int)PD_CALL(inotify_init1, O_CLOEXEC | O_NONBLOCK);
}

/// Watches a path for kinds of changes, by the bits of inotify. A number, or -1 with errno.
static inline int pd_watch_changes(int changes, const char *path, uint32_t kinds) {
  return (int)PD_CALL(inotify_add_watch, changes, path, kinds);
}

// MARK: Files and their names

/// An open file that has no name in any folder and lives in memory, or -1 with errno.
static inline int pd_memory_file(const char *name) {
  return (int)PD_CALL(memfd_create, name, 1u /* MFD_CLOEXEC */);
}

/// Whether the files of a folder live in memory: 1 or 0, where that can't be told too.
static inline int pd_lives_in_memory(const char *folder) {
#ifdef __linux__
  struct statfs found;
  if (statfs(folder, &found) != 0) return 0;
  uint32_t kind = (uint32_t)found.f_type;
  return kind == 0x01021994 /* TMPFS_MAGIC */ || kind == 0x858458f6 /* RAMFS_MAGIC */;
#else
  return 0;
#endif
}

/// Gives a file a new name that nothing has yet. 0, or -1 with errno.
static inline int pd_rename_new(const char *old_name, const char *new_name) {
  return (int)PD_CALL(
      renameat2, AT_FDCWD, old_name, AT_FDCWD, new_name, 1u /* RENAME_NOREPLACE */);
}

/// Exchanges two files or folders in one step, so that each path has always one of them. 0, or -1 with
/// errno.
static inline int pd_exchange(const char *one, const char *other) {
  return (int)PD_CALL(renameat2, AT_FDCWD, one, AT_FDCWD, other, 2u /* RENAME_EXCHANGE */);
}

/// Writes everything of the file system that holds an open file to disk, 0 or -1 with errno.
static inline int pd_sync_file_system(int fd) { return (int)PD_CALL(syncfs, fd); }

/// Waits until the bytes of a file are written to its disk, or only begins with that. Makes nothing durable:
/// what else tells of the file isn't written, and the disk's own memory isn't emptied. 0, or -1 with errno.
static inline int pd_write_back(int fd, int waits) {
#if PD_LINUX && defined SYS_sync_file_range
  // 2 begins, 1 and 4 wait for what was begun before and by this call.
  int result = (int)PD_CALL(sync_file_range, fd, 0L, 0L, waits ? 7u : 2u);
  if (result == 0 || errno != ENOSYS) return result;
#endif
  return waits ? fsync(fd) : 0;
}

/// Has a file share the bytes of another, on file systems that can (FICLONE). 0, or -1 with errno.
static inline int pd_clone(int to, int from) {
#if PD_LINUX
  return ioctl(to, _IOW(0x94, 9, int), from);
#else
  return (int)PD_CALL(ficlone, to, from);
#endif
}

// MARK: Locks

#if PD_LINUX
static inline int pd_lock(int fd, int command, struct flock *lock) {
  memset(lock, 0, sizeof *lock);
  lock->l_type = F_WRLCK;
  lock->l_whence = SEEK_SET;
  return fcntl(fd, command, lock);
}
#endif

/// Tries for an open-file-description write lock on the whole file. 0, or -1 with errno. Unlike
/// POSIX record locks it stays when another descriptor closes.
static inline int pd_try_lock(int fd) {
#if PD_LINUX
  struct flock lock;
  return pd_lock(fd, 37 /* F_OFD_SETLK */, &lock);
#else
  return (int)PD_CALL(lock, fd);
#endif
}

/// Whether another open file description has a lock on the file: 1, 0, or -1 with errno.
static inline int pd_is_locked(int fd) {
#if PD_LINUX
  struct flock lock;
  return pd_lock(fd, 36 /* F_OFD_GETLK */, &lock) != 0 ? -1 : lock.l_type != F_UNLCK;
#else
  return (int)PD_CALL(lock, fd);
#endif
}

// MARK: Programs and their memory

/// A descriptor that is readable once a child process has ended, since Linux 5.3; -1 on failure.
static inline int pd_process_descriptor(pid_t process) {
  return (int)PD_CALL(pidfd_open, process, 0u);
}

/// Has the kernel let no other program of its user look into this one's memory.
static inline void pd_forbid_tracing(void) {
#if PD_LINUX
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
#endif
}

/// Has memory stand in no core dump.
static inline void pd_leave_out_of_dumps(void *start, size_t count) {
#if PD_LINUX
  madvise(start, count, 16 /* MADV_DONTDUMP */);
#endif
}

/// Has all pages of some memory there at once, since Linux 5.14.
static inline void pd_populate(void *start, size_t count) {
#if PD_LINUX
  madvise(start, count, 23 /* MADV_POPULATE_WRITE */);
#endif
}

#endif
