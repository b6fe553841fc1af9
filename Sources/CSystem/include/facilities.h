// Features of Linux that another system may not have. Elsewhere, and with -DPHOTODIARY_PLAIN, each
// call fails with ENOSYS, as on a Linux built without the feature. Facility.swift lists the
// features that the program uses.
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
// Since Linux 5.3, and missing in some headers. The number is the same on all processors.
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

/// Equals 1 if the program was built for Linux, otherwise 0.
enum { pd_is_linux = PD_LINUX };

// MARK: Changes to files

/// Returns a descriptor that becomes readable with each change to a watched path (inotify), or -1
/// with errno.
static inline int pd_changes(void) {
  return (int)PD_CALL(inotify_init1, O_CLOEXEC | O_NONBLOCK);
}

/// Watches a path for kinds of changes, given as inotify bits. Returns a watch number, or -1 with
/// errno.
static inline int pd_watch_changes(int changes, const char *path, uint32_t kinds) {
  return (int)PD_CALL(inotify_add_watch, changes, path, kinds);
}

// MARK: Files and their names

/// Returns an open file in memory that has no name in any folder, or -1 with errno.
static inline int pd_memory_file(const char *name) {
  return (int)PD_CALL(memfd_create, name, 1u /* MFD_CLOEXEC */);
}

/// Returns 1 if the folder is in memory, 0 if it isn't or if that can't be determined.
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

/// Renames a file unless the new name exists. Returns 0, or -1 with errno.
static inline int pd_rename_new(const char *old_name, const char *new_name) {
  return (int)PD_CALL(
      renameat2, AT_FDCWD, old_name, AT_FDCWD, new_name, 1u /* RENAME_NOREPLACE */);
}

/// Exchanges two files or folders in one step, so that each path always exists. Returns 0, or -1
/// with errno.
static inline int pd_exchange(const char *one, const char *other) {
  return (int)PD_CALL(renameat2, AT_FDCWD, one, AT_FDCWD, other, 2u /* RENAME_EXCHANGE */);
}

/// Writes all changes on the file system of an open file to disk. Returns 0, or -1 with errno.
static inline int pd_sync_file_system(int fd) { return (int)PD_CALL(syncfs, fd); }

/// Starts writing the bytes of a file to its disk and, if `waits`, waits until they are written.
/// Makes nothing durable: metadata isn't written, and the disk's cache isn't flushed. Returns 0, or
/// -1 with errno.
static inline int pd_write_back(int fd, int waits) {
#if PD_LINUX && defined SYS_sync_file_range
  // 2 starts writing; 1 and 4 wait for writes started before and by this call.
  int result = (int)PD_CALL(sync_file_range, fd, 0L, 0L, waits ? 7u : 2u);
  if (result == 0 || errno != ENOSYS) return result;
#endif
  return waits ? fsync(fd) : 0;
}

/// Makes a file share the bytes of another (FICLONE), on file systems that support it. Returns 0,
/// or -1 with errno.
static inline int pd_clone(int to, int from) {
#if PD_LINUX
  return ioctl(to, _IOW(0x94, 9, int), from);
#else
  return (int)PD_CALL(ficlone, to, from);
#endif
}

// MARK: Locks

#if PD_LINUX
static inline int pd_lock(int fd, int command, short type, struct flock *lock) {
  memset(lock, 0, sizeof *lock);
  lock->l_type = type;
  lock->l_whence = SEEK_SET;
  return fcntl(fd, command, lock);
}
#endif

/// Tries to get an open-file-description write lock on a complete file. Returns 0, or -1 with
/// errno. Unlike a POSIX record lock, it persists when another descriptor is closed.
static inline int pd_try_lock(int fd) {
#if PD_LINUX
  struct flock lock;
  return pd_lock(fd, 37 /* F_OFD_SETLK */, F_WRLCK, &lock);
#else
  return (int)PD_CALL(lock, fd);
#endif
}

/// Releases a lock of pd_try_lock, also for other descriptors of the same open file description.
static inline void pd_unlock(int fd) {
#if PD_LINUX
  struct flock lock;
  pd_lock(fd, 37 /* F_OFD_SETLK */, F_UNLCK, &lock);
#endif
}

/// Returns 1 if another open file description has a lock on the file, 0 if none has, or -1 with
/// errno.
static inline int pd_is_locked(int fd) {
#if PD_LINUX
  struct flock lock;
  return pd_lock(fd, 36 /* F_OFD_GETLK */, F_WRLCK, &lock) != 0 ? -1 : lock.l_type != F_UNLCK;
#else
  return (int)PD_CALL(lock, fd);
#endif
}

// MARK: Programs and their memory

/// Returns a descriptor that is readable once a child process has ended (since Linux 5.3), or -1 on
/// failure.
static inline int pd_process_descriptor(pid_t process) {
  return (int)PD_CALL(pidfd_open, process, 0u);
}

/// Forbids other programs of the same user to read this program's memory.
static inline void pd_forbid_tracing(void) {
#if PD_LINUX
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
#endif
}

/// Excludes memory from core dumps.
static inline void pd_leave_out_of_dumps(void *start, size_t count) {
#if PD_LINUX
  madvise(start, count, 16 /* MADV_DONTDUMP */);
#endif
}

/// Allocates all pages of a range of memory immediately (since Linux 5.14).
static inline void pd_populate(void *start, size_t count) {
#if PD_LINUX
  madvise(start, count, 23 /* MADV_POPULATE_WRITE */);
#endif
}

#endif
