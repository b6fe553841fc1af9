// Compares the constants written out in the sources, which are missing in some systems' headers,
// with the headers of this system.
#define _GNU_SOURCE
#include <elf.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/keyctl.h>
#include <linux/magic.h>
#include <sched.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#define SAME(a, b) _Static_assert((unsigned long)(a) == (unsigned long)(b), #a)

// Sources/CSystem
SAME(F_OFD_SETLK, 37);
SAME(F_OFD_GETLK, 36);
SAME(MFD_CLOEXEC, 1);
SAME(RENAME_NOREPLACE, 1);
SAME(RENAME_EXCHANGE, 2);
SAME(FICLONE, _IOW(0x94, 9, int));
SAME(TMPFS_MAGIC, 0x01021994);
SAME(RAMFS_MAGIC, 0x858458f6);
SAME(MADV_DONTDUMP, 16);
SAME(SYS_pidfd_open, 434);
SAME(POSIX_SPAWN_SETSID, 0x80);
SAME(KEYCTL_SETPERM, 5);
SAME(KEYCTL_UNLINK, 9);
SAME(KEYCTL_SEARCH, 10);
SAME(KEYCTL_READ, 11);
SAME(KEYCTL_SET_TIMEOUT, 15);
SAME(IN_CLOEXEC, O_CLOEXEC);
SAME(IN_NONBLOCK, O_NONBLOCK);

// Sources/System/FileChanges.swift
SAME(IN_CREATE, 0x100);
SAME(IN_MOVED_TO, 0x80);
SAME(IN_MOVED_FROM, 0x40);
SAME(IN_MODIFY, 0x2);
SAME(IN_CLOSE_WRITE, 0x8);
SAME(IN_DELETE, 0x200);
SAME(IN_MOVE_SELF, 0x800);
SAME(IN_DELETE_SELF, 0x400);
SAME(IN_DONT_FOLLOW, 0x02000000);
SAME(IN_ONESHOT, 0x80000000u);

// Sources/CSandbox
SAME(CLONE_THREAD, 0x00010000);
SAME(SYS_clone3, 435);

// Acceptance/CallTracer
#ifdef __aarch64__
SAME(NT_ARM_SYSTEM_CALL, 0x404);
#endif
