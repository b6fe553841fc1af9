// Checks the filters of system calls on this machine by interpreting them. They are read from the
// sources that install them, and nothing is installed.
#define _GNU_SOURCE
#include <sched.h>
#include <stdarg.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>

// Replaces prctl(2) and keeps the filter.
static int keep_filter(int option, ...);

#define main tracer_main
#define prctl keep_filter
#include "../../Acceptance/CallTracer/main.c"
#include "../../Sources/CSandbox/sandbox.c"
#undef prctl
#undef main

static struct sock_filter program[256];
static unsigned short programLength;

static int keep_filter(int option, ...) {
  va_list rest;
  va_start(rest, option);
  if (option == PR_SET_SECCOMP) {
    (void)va_arg(rest, int);
    const struct sock_fprog *given = va_arg(rest, const struct sock_fprog *);
    memcpy(program, given->filter, given->len * sizeof *program);
    programLength = given->len;
  }
  va_end(rest);
  return 0;
}

/// Returns the filter's result for a call, or 0xFFFFFFFF if the filter is invalid.
static unsigned answer(struct seccomp_data call) {
  unsigned value = 0;
  for (unsigned place = 0; place < programLength; place++) {
    struct sock_filter rule = program[place];
    switch (rule.code) {
    case BPF_LD | BPF_W | BPF_ABS:
      if (rule.k % 4 || rule.k > sizeof call - 4) return 0xFFFFFFFF;
      memcpy(&value, (const char *)&call + rule.k, 4);
      break;
    case BPF_JMP | BPF_JEQ | BPF_K: place += value == rule.k ? rule.jt : rule.jf; break;
    case BPF_JMP | BPF_JSET | BPF_K: place += value & rule.k ? rule.jt : rule.jf; break;
    case BPF_RET | BPF_K: return rule.k;
    default: return 0xFFFFFFFF;
    }
  }
  return 0xFFFFFFFF;
}

static int failures;

static void expect(const char *what, unsigned wanted, struct seccomp_data call) {
  unsigned found = answer(call);
  if (found == wanted) return;
  printf("%s: %08x instead of %08x\n", what, found, wanted);
  failures++;
}

#define CALL(number, ...) ((struct seccomp_data){.nr = (number), .arch = MACHINE, .args = {__VA_ARGS__}})

int main(void) {
  const unsigned allowed = SECCOMP_RET_ALLOW, refused = SECCOMP_RET_ERRNO | EPERM;
  const unsigned traced = SECCOMP_RET_TRACE;
  pd_leave_only_computing();
  expect("read", allowed, CALL(SYS_read, 0));
  expect("fstat", allowed, CALL(SYS_fstat, 0));
  expect("exit", allowed, CALL(SYS_exit_group, 0));
  expect("memory", allowed, CALL(SYS_mmap, 0, 4096, PROT_READ | PROT_WRITE));
  expect("memory to run", refused, CALL(SYS_mmap, 0, 4096, PROT_READ | PROT_EXEC));
  expect("memory made to run", refused, CALL(SYS_mprotect, 0, 4096, PROT_EXEC));
  expect("memory made readable", allowed, CALL(SYS_mprotect, 0, 4096, PROT_READ));
  expect("a thread", allowed, CALL(SYS_clone, CLONE_VM | CLONE_THREAD));
  expect("a process", refused, CALL(SYS_clone, SIGCHLD));
  expect("a process by the newer call", SECCOMP_RET_ERRNO | ENOSYS, CALL(435, 0));
  expect("a signal to itself", allowed, CALL(SYS_tgkill, (unsigned)getpid()));
  expect("a signal to another", refused, CALL(SYS_tgkill, (unsigned)getpid() + 1));
  const int others[] = {SYS_openat, SYS_execve, SYS_socket, SYS_unlinkat, SYS_renameat2, SYS_kill,
                        SYS_ptrace, SYS_process_vm_readv, SYS_ioctl, SYS_prctl, SYS_keyctl};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    expect("another call", refused, CALL(others[i], 0));
  struct seccomp_data other = CALL(SYS_read, 0);
  other.arch = 0x40000028; // 32 bits of ARM.
  expect("a call of another machine", refused, other);

  installFilter();
  for (int i = 0; i < callCount; i++) expect(calls[i].name, traced, CALL(calls[i].number, 0));
  expect("shared bytes", SECCOMP_RET_ERRNO | EOPNOTSUPP, CALL(SYS_ioctl, 1, FICLONE));
  expect("another ioctl", allowed, CALL(SYS_ioctl, 1, TIOCGWINSZ));
  expect("another call", allowed, CALL(SYS_getpid, 0));

  printf("The filters answer %s.\n", failures ? "otherwise" : "as they should");
  return failures != 0;
}
