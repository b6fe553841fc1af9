#include "sandbox.h"

#include <errno.h>

#if defined(__linux__) && !defined(PHOTODIARY_PLAIN)
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// A filter reads arguments in halves. On these processors the lower half is the first.
#if defined(__x86_64__)
#define MACHINE AUDIT_ARCH_X86_64
#elif defined(__aarch64__) && !defined(__AARCH64EB__)
#define MACHINE AUDIT_ARCH_AARCH64
#endif
#endif

#ifdef MACHINE
// CLONE_THREAD, which glibc hides without _GNU_SOURCE.
#define THREAD_FLAG 0x00010000

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define ANSWER(value) BPF_STMT(BPF_RET | BPF_K, (value))
#define ALLOW(name) \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##name, 0, 1), ANSWER(SECCOMP_RET_ALLOW)
#endif

int pd_leave_only_computing(void) {
#ifdef MACHINE
  struct sock_filter rules[] = {
      LOAD(arch),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, MACHINE, 1, 0),
      ANSWER(SECCOMP_RET_ERRNO | EPERM),
      LOAD(nr),
      ALLOW(read),
      ALLOW(write),
      ALLOW(munmap),
      ALLOW(mremap),
      ALLOW(madvise),
      ALLOW(brk),
      ALLOW(futex),
      ALLOW(fstat),
#ifdef __NR_newfstatat
      ALLOW(newfstatat),
#endif
      ALLOW(close),
      ALLOW(lseek),
      ALLOW(rt_sigaction),
      ALLOW(rt_sigprocmask),
      ALLOW(rt_sigreturn),
      ALLOW(sigaltstack),
      ALLOW(getpid),
      ALLOW(gettid),
      ALLOW(exit),
      ALLOW(exit_group),
      ALLOW(restart_syscall),
      ALLOW(clock_gettime),
      ALLOW(clock_nanosleep),
      ALLOW(nanosleep),
      ALLOW(sched_yield),
      ALLOW(sched_getaffinity),
      ALLOW(getrandom),
      ALLOW(set_robust_list),
#ifdef __NR_rseq
      ALLOW(rseq),
#endif
      // Memory may be mapped, but not as executable.
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_mmap, 1, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_mprotect, 0, 4),
      LOAD(args[2]),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 1, 0),
      ANSWER(SECCOMP_RET_ALLOW),
      ANSWER(SECCOMP_RET_ERRNO | EPERM),
      // Signals only to this process, for example by abort().
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_tgkill, 0, 4),
      LOAD(args[0]),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)getpid(), 0, 1),
      ANSWER(SECCOMP_RET_ALLOW),
      ANSWER(SECCOMP_RET_ERRNO | EPERM),
      // The flags of clone3 are in memory, which a filter can't read: with ENOSYS, libc uses clone.
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 435 /* clone3 */, 0, 1),
      ANSWER(SECCOMP_RET_ERRNO | ENOSYS),
      // Threads, but no processes.
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone, 0, 3),
      LOAD(args[0]),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, THREAD_FLAG, 0, 1),
      ANSWER(SECCOMP_RET_ALLOW),
      ANSWER(SECCOMP_RET_ERRNO | EPERM),
  };
  struct sock_fprog program = {sizeof rules / sizeof *rules, rules};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
#else
  errno = ENOSYS;
  return -1;
#endif
}
