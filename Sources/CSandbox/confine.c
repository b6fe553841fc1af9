#include "confine.h"

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if defined(__linux__) && !defined(PHOTODIARY_PLAIN)
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

// A filter reads arguments in halves. On these processors the lower half is the first.
#if defined(__x86_64__)
#define MACHINE AUDIT_ARCH_X86_64
#elif defined(__aarch64__) && !defined(__AARCH64EB__)
#define MACHINE AUDIT_ARCH_AARCH64
#endif

// Landlock, whose header is missing on some systems. Its numbers are the same on all processors.
#define LANDLOCK_CREATE_RULESET 444
#define LANDLOCK_ADD_RULE 445
#define LANDLOCK_RESTRICT_SELF 446
#define MAY_EXECUTE 1ull
#define MAY_READ_FILE 4ull
#define MAY_READ_FOLDER 8ull

static int ruleset_of(uint64_t handled) {
  struct { uint64_t handled; } attributes = {handled};
  return (int)syscall(LANDLOCK_CREATE_RULESET, &attributes, sizeof attributes, 0);
}

static void let_read(int ruleset, int place, uint64_t rights) {
  struct {
    uint64_t rights;
    int32_t place;
  } __attribute__((packed)) rule = {rights, place};
  // A file outside any file system, for example one in memory, needs no rule.
  if (place >= 0) syscall(LANDLOCK_ADD_RULE, ruleset, 1, &rule, 0);
}

static void let_read_below(int ruleset, const char *path) {
  int place = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (place < 0) return;
  let_read(ruleset, place, MAY_EXECUTE | MAY_READ_FILE | MAY_READ_FOLDER);
  // A rule for a file must not contain rights for folders.
  let_read(ruleset, place, MAY_EXECUTE | MAY_READ_FILE);
  close(place);
}

// The folders of programs and their libraries, which contain no personal data.
static const char *const program_folders[] = {
    "/usr", "/bin", "/lib", "/lib32", "/lib64", "/libexec", "/opt", "/nix/store", "/gnu/store",
    "/etc/ld.so.cache", "/etc/ld.so.preload", "/dev/null", "/dev/zero", "/dev/urandom",
    "/sys/devices/system/cpu"};

static long landlock_version(void) { return syscall(LANDLOCK_CREATE_RULESET, NULL, 0, 1); }

static int leave_only_reading(const char *program) {
  long version = landlock_version();
  if (version < 1) return -1;
  // All file rights of this version: 13 in version 1, then REFER (version 2), TRUNCATE (version 3)
  // and IOCTL_DEV (version 5).
  uint64_t handled = (1ull << 13) - 1;
  if (version >= 2) handled |= 1ull << 13;
  if (version >= 3) handled |= 1ull << 14;
  if (version >= 5) handled |= 1ull << 15;
  int ruleset = ruleset_of(handled);
  if (ruleset < 0) return -1;
  for (size_t i = 0; i < sizeof program_folders / sizeof *program_folders; i++)
    let_read_below(ruleset, program_folders[i]);
  // A program in another folder also needs itself and the `lib` folder next to its folder.
  char *real = realpath(program, NULL);
  if (real != NULL) {
    let_read_below(ruleset, real);
    for (int up = 0; up < 2; up++) {
      char *slash = strrchr(real, '/');
      if (slash != NULL) *slash = 0;
    }
    char libraries[4096];
    if (snprintf(libraries, sizeof libraries, "%s/lib", real) < (int)sizeof libraries)
      let_read_below(ruleset, libraries);
    free(real);
  }
  let_read(ruleset, STDIN_FILENO, MAY_READ_FILE);
  int result = (int)syscall(LANDLOCK_RESTRICT_SELF, ruleset, 0);
  close(ruleset);
  return result;
}
#endif

#ifdef MACHINE
#define THREAD_FLAG 0x00010000

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define LOAD_HIGH(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field) + 4)
#define ANSWER(value) BPF_STMT(BPF_RET | BPF_K, (value))
#define IS(number, skipped) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, (skipped))
#define ALLOW(name) IS(__NR_##name, 1), ANSWER(SECCOMP_RET_ALLOW)

static int leave_only_decoding(const char *program) {
  const uint64_t path = (uint64_t)(uintptr_t)program;
  struct sock_filter rules[] = {
      LOAD(arch),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, MACHINE, 1, 0),
      ANSWER(SECCOMP_RET_ERRNO | EPERM),
      LOAD(nr),
      ALLOW(read), ALLOW(readv), ALLOW(pread64), ALLOW(write), ALLOW(writev), ALLOW(close),
      ALLOW(dup), ALLOW(dup3),
      ALLOW(lseek), ALLOW(fstat), ALLOW(statx), ALLOW(faccessat), ALLOW(readlinkat), ALLOW(getcwd),
      ALLOW(getdents64), ALLOW(fadvise64),
#ifdef __NR_newfstatat
      ALLOW(newfstatat),
#endif
#ifdef __NR_stat
      ALLOW(stat), ALLOW(lstat), ALLOW(access), ALLOW(readlink), ALLOW(poll), ALLOW(select),
      ALLOW(arch_prctl), ALLOW(dup2), ALLOW(getrlimit), ALLOW(time),
#endif
      ALLOW(ppoll), ALLOW(pselect6),
      ALLOW(munmap), ALLOW(mremap), ALLOW(madvise), ALLOW(brk), ALLOW(mmap), ALLOW(mprotect),
      ALLOW(futex), ALLOW(rt_sigaction), ALLOW(rt_sigprocmask), ALLOW(rt_sigreturn),
      ALLOW(sigaltstack), ALLOW(getpid), ALLOW(getppid), ALLOW(gettid), ALLOW(getuid),
      ALLOW(geteuid), ALLOW(getgid), ALLOW(getegid), ALLOW(exit), ALLOW(exit_group),
      ALLOW(restart_syscall), ALLOW(clock_gettime), ALLOW(clock_getres), ALLOW(clock_nanosleep),
      ALLOW(nanosleep), ALLOW(gettimeofday), ALLOW(times), ALLOW(getrusage), ALLOW(sched_yield),
      ALLOW(sched_getaffinity), ALLOW(sched_getparam), ALLOW(sched_getscheduler),
      ALLOW(get_mempolicy), ALLOW(getrandom), ALLOW(set_robust_list), ALLOW(set_tid_address),
      ALLOW(uname), ALLOW(sysinfo), ALLOW(membarrier),
#ifdef __NR_rseq
      ALLOW(rseq),
#endif
      // Files may be opened only for reading, not to write, create or truncate them.
#ifdef __NR_open
      IS(__NR_open, 4), LOAD(args[1]),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, O_ACCMODE | O_CREAT | O_TRUNC, 1, 0),
      ANSWER(SECCOMP_RET_ALLOW), ANSWER(SECCOMP_RET_ERRNO | EACCES),
#endif
      IS(__NR_openat, 4), LOAD(args[2]),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, O_ACCMODE | O_CREAT | O_TRUNC, 1, 0),
      ANSWER(SECCOMP_RET_ALLOW), ANSWER(SECCOMP_RET_ERRNO | EACCES),
      // Resource limits may be read, not set.
      IS(__NR_prlimit64, 6), LOAD(args[2]), IS(0, 3), LOAD_HIGH(args[2]), IS(0, 1),
      ANSWER(SECCOMP_RET_ALLOW), ANSWER(SECCOMP_RET_ERRNO | EPERM),
      // Descriptors may be duplicated and their flags read and set, without locks and signals:
      // F_DUPFD to F_SETFL, and F_DUPFD_CLOEXEC.
      IS(__NR_fcntl, 5), LOAD(args[1]), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 1030, 1, 0),
      BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, 4, 1, 0), ANSWER(SECCOMP_RET_ALLOW),
      ANSWER(SECCOMP_RET_ERRNO | EPERM),
      // Threads may be named.
      IS(__NR_prctl, 4), LOAD(args[0]), IS(PR_SET_NAME, 1), ANSWER(SECCOMP_RET_ALLOW),
      ANSWER(SECCOMP_RET_ERRNO | EPERM),
      // Signals only to this process, for example by abort(). The program that replaces it keeps
      // its ID.
      IS(__NR_tgkill, 4), LOAD(args[0]), IS((unsigned)getpid(), 1), ANSWER(SECCOMP_RET_ALLOW),
      ANSWER(SECCOMP_RET_ERRNO | EPERM),
      // The flags of clone3 are in memory, which a filter can't read: with ENOSYS, libc uses clone.
      IS(435 /* clone3 */, 1), ANSWER(SECCOMP_RET_ERRNO | ENOSYS),
      // Threads, but no processes.
      IS(__NR_clone, 4), LOAD(args[0]),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, THREAD_FLAG, 0, 1), ANSWER(SECCOMP_RET_ALLOW),
      ANSWER(SECCOMP_RET_ERRNO | EPERM),
      // Only the one program may be run, recognized by the address of its path. A filter can't
      // count calls, but nothing in the new program is a path at this address by chance, and any
      // program it ran would have the same limits and the same filter.
      IS(__NR_execve, 6), LOAD(args[0]), IS((uint32_t)path, 3), LOAD_HIGH(args[0]),
      IS((uint32_t)(path >> 32), 1), ANSWER(SECCOMP_RET_ALLOW),
      ANSWER(SECCOMP_RET_ERRNO | EPERM),
      ANSWER(SECCOMP_RET_ERRNO | EPERM),
  };
  struct sock_fprog filter = {sizeof rules / sizeof *rules, rules};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0);
}
#endif

int pd_become_confined(char *const arguments[], int filters, int restricts) {
  const char *program = arguments[0];
  // One thread: tesseract is no faster with several, and takes all cores.
  char *const environment[] = {
      "LC_ALL=C", "PATH=/usr/bin:/bin", "OMP_THREAD_LIMIT=1", NULL};
#if defined(__linux__) && !defined(PHOTODIARY_PLAIN)
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
  if (restricts) leave_only_reading(program);
#ifdef MACHINE
  if (filters) leave_only_decoding(program);
#endif
#else
  (void)filters;
  (void)restricts;
#endif
  return execve(program, arguments, environment);
}

int pd_has_landlock(void) {
#if defined(__linux__) && !defined(PHOTODIARY_PLAIN)
  return landlock_version() >= 1;
#else
  return 0;
#endif
}
