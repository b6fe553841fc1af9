// Runs a program, and stops it at system calls that can change files in certain folders. Each call
// is logged; one of them can be made to fail, or the program killed before it.
//
//   CallTracer LOG CALL NUMBER FAULT FOLDER... -- PROGRAM ARGUMENT...
//
// FAULT is "none", "kill", or an error number. NUMBER counts the calls of one name in the folders,
// over all threads and child processes; strace counts by thread, and in all folders.
#define _GNU_SOURCE
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/filter.h>
#include <linux/fs.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

// The positions of paths and data among a call's arguments, -1 for none. A path without a folder's
// descriptor is relative to the working folder.
struct call {
  int number;
  const char *name;
  int descriptor, folder, path, otherFolder, otherPath, flags, data;
};

static const struct call calls[] = {
  // name, descriptor, folder, path, other folder, other path, flags or size, data
  {SYS_openat, "openat", -1, 0, 1, -1, -1, 2, -1},
  {SYS_write, "write", 0, -1, -1, -1, -1, 2, 1},
  {SYS_pwrite64, "pwrite64", 0, -1, -1, -1, -1, 2, 1},
  {SYS_writev, "writev", 0, -1, -1, -1, -1, 2, -1},
  {SYS_pwritev, "pwritev", 0, -1, -1, -1, -1, 2, -1},
  {SYS_fsync, "fsync", 0, -1, -1, -1, -1, -1, -1},
  {SYS_fdatasync, "fdatasync", 0, -1, -1, -1, -1, -1, -1},
  {SYS_syncfs, "syncfs", 0, -1, -1, -1, -1, -1, -1},
  {SYS_sync_file_range, "sync_file_range", 0, -1, -1, -1, -1, -1, -1},
  {SYS_renameat, "rename", -1, 0, 1, 2, 3, -1, -1},
  {SYS_renameat2, "rename", -1, 0, 1, 2, 3, 4, -1},
  {SYS_unlinkat, "unlink", -1, 0, 1, -1, -1, 2, -1},
  {SYS_mkdirat, "mkdir", -1, 0, 1, -1, -1, -1, -1},
  {SYS_linkat, "link", -1, 0, 1, 2, 3, -1, -1},
  {SYS_symlinkat, "symlink", -1, 1, 2, -1, -1, -1, -1},
  {SYS_ftruncate, "ftruncate", 0, -1, -1, -1, -1, 1, -1},
  {SYS_truncate, "truncate", -1, -1, 0, -1, -1, 1, -1},
  {SYS_fallocate, "fallocate", 0, -1, -1, -1, -1, 3, -1},
  {SYS_fchmod, "fchmod", 0, -1, -1, -1, -1, 1, -1},
  {SYS_copy_file_range, "copy_file_range", 2, -1, -1, -1, -1, 4, -1},
  {SYS_sendfile, "sendfile", 0, -1, -1, -1, -1, 3, -1},
  {SYS_splice, "splice", 2, -1, -1, -1, -1, 4, -1},
  {SYS_close, "close", 0, -1, -1, -1, -1, -1, -1},
#ifdef __x86_64__
  {SYS_open, "openat", -1, -1, 0, -1, -1, 1, -1},
  {SYS_creat, "creat", -1, -1, 0, -1, -1, -1, -1},
  {SYS_rename, "rename", -1, -1, 0, -1, 1, -1, -1},
  {SYS_unlink, "unlink", -1, -1, 0, -1, -1, -1, -1},
  {SYS_rmdir, "rmdir", -1, -1, 0, -1, -1, -1, -1},
  {SYS_mkdir, "mkdir", -1, -1, 0, -1, -1, -1, -1},
  {SYS_link, "link", -1, -1, 0, -1, 1, -1, -1},
  {SYS_symlink, "symlink", -1, -1, 1, -1, -1, -1, -1},
#endif
};
enum { callCount = sizeof calls / sizeof *calls };

static char **folders;
static int folderCount;
static FILE *journal;

static void fail(const char *what) {
  perror(what);
  exit(125);
}

// MARK: The program's memory and files

static size_t readMemory(pid_t pid, uint64_t address, void *buffer, size_t size) {
  size_t done = 0;
  while (done < size) {
    // Reads page by page, since the next page may not be mapped.
    size_t piece = 4096 - (address + done) % 4096;
    if (piece > size - done) piece = size - done;
    struct iovec here = {(char *)buffer + done, piece};
    struct iovec there = {(void *)(uintptr_t)(address + done), piece};
    ssize_t count = process_vm_readv(pid, &here, 1, &there, 1, 0);
    if (count <= 0) break;
    done += (size_t)count;
  }
  return done;
}

// Reads a link in the process's folder in /proc; empty if it can't be read.
static void readLink(pid_t pid, const char *name, char *path) {
  char link[64];
  snprintf(link, sizeof link, "/proc/%d/%s", pid, name);
  ssize_t count = readlink(link, path, PATH_MAX - 1);
  path[count < 0 ? 0 : count] = 0;
}

static void pathOfDescriptor(pid_t pid, int descriptor, char *path) {
  char name[32];
  snprintf(name, sizeof name, "fd/%d", descriptor);
  readLink(pid, name, path);
}

// Reads a descriptor's position and flags.
static void position(pid_t pid, int descriptor, long long *place, int *flags) {
  char name[64];
  *place = 0;
  *flags = 0;
  snprintf(name, sizeof name, "/proc/%d/fdinfo/%d", pid, descriptor);
  FILE *file = fopen(name, "re");
  if (!file) return;
  if (fscanf(file, "pos: %lld flags: %o", place, (unsigned *)flags) < 1) *place = 0;
  fclose(file);
}

static void absolutePath(pid_t pid, int folder, uint64_t address, char *path) {
  char given[PATH_MAX] = "";
  readMemory(pid, address, given, sizeof given - 1);
  if (given[0] == '/') {
    memcpy(path, given, sizeof given);
    return;
  }
  char base[PATH_MAX];
  if (folder == AT_FDCWD) readLink(pid, "cwd", base);
  else pathOfDescriptor(pid, folder, base);
  if (snprintf(path, PATH_MAX, "%s/%s", base, given) >= PATH_MAX) path[0] = 0;
}

static bool touches(const char *path) {
  for (int i = 0; i < folderCount; i++) {
    size_t length = strlen(folders[i]);
    if (!strncmp(path, folders[i], length) && (path[length] == 0 || path[length] == '/'))
      return true;
  }
  return false;
}

// MARK: The log: one call per line, fields separated by tabs, bytes in hexadecimal

static void writeHex(const void *bytes, size_t size) {
  for (size_t i = 0; i < size; i++) fprintf(journal, "%02x", ((const unsigned char *)bytes)[i]);
}

// Logs a call without its result. Returns false, and logs nothing, if it isn't in the folders.
static bool logCall(pid_t pid, const struct call *call, const uint64_t *arguments) {
  char path[PATH_MAX] = "", other[PATH_MAX] = "";
  int descriptor = -1;
  if (call->descriptor >= 0) {
    descriptor = (int)arguments[call->descriptor];
    pathOfDescriptor(pid, descriptor, path);
  }
  if (call->path >= 0)
    absolutePath(
        pid, call->folder < 0 ? AT_FDCWD : (int)arguments[call->folder], arguments[call->path],
        path);
  if (call->otherPath >= 0)
    absolutePath(
        pid, call->otherFolder < 0 ? AT_FDCWD : (int)arguments[call->otherFolder],
        arguments[call->otherPath], other);
  if (!touches(path) && !touches(other)) return false;

  long long place = 0;
  int flags = 0;
  if (descriptor >= 0) position(pid, descriptor, &place, &flags);
  if (!strcmp(call->name, "pwrite64")) place = (long long)arguments[3];
  fprintf(journal, "%s\t%d\t", call->name, descriptor);
  writeHex(path, strlen(path));
  fprintf(journal, "\t");
  writeHex(other, strlen(other));
  fprintf(
      journal, "\t%lld\t%d\t%lld\t", call->flags < 0 ? 0 : (long long)arguments[call->flags],
      (flags & O_APPEND) != 0, place);
  if (call->data >= 0) {
    size_t size = arguments[call->flags];
    void *bytes = malloc(size + 1);
    if (!bytes) fail("malloc");
    writeHex(bytes, readMemory(pid, arguments[call->data], bytes, size));
    free(bytes);
  }
  return true;
}

// MARK: Stopping the program

static void installFilter(void) {
  struct sock_filter filter[callCount + 14];
  int length = 0;
  filter[length++] =
      (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
  // Ignores PR_SET_DUMPABLE, so that the program's memory remains readable without root.
  filter[length++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_prctl, 0, 4);
  filter[length++] = (struct sock_filter)BPF_STMT(
      BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0]));
  filter[length++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PR_SET_DUMPABLE, 0, 1);
  filter[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | 0);
  filter[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  // Forbids cloned files, whose bytes wouldn't be seen in calls.
  filter[length++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_ioctl, 0, 4);
  filter[length++] = (struct sock_filter)BPF_STMT(
      BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[1]));
  filter[length++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, FICLONE, 0, 1);
  filter[length++] =
      (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EOPNOTSUPP);
  filter[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  for (int i = 0; i < callCount; i++) {
    filter[length] = (struct sock_filter)BPF_JUMP(
        BPF_JMP | BPF_JEQ | BPF_K, (unsigned)calls[i].number, (unsigned char)(callCount - i), 0);
    length++;
  }
  filter[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  filter[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRACE);
  struct sock_fprog program = {(unsigned short)length, filter};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, 2, &program))
    fail("seccomp");
}

// Makes the stopped call fail with this error, without executing it.
static void skipCall(pid_t pid, int error) {
#if defined __x86_64__
  struct user_regs_struct registers;
  if (ptrace(PTRACE_GETREGS, pid, 0, &registers)) fail("registers");
  registers.orig_rax = (unsigned long long)-1;
  registers.rax = (unsigned long long)-error;
  if (ptrace(PTRACE_SETREGS, pid, 0, &registers)) fail("registers");
#elif defined __aarch64__
  int none = -1;
  struct iovec number = {&none, sizeof none};
  if (ptrace(PTRACE_SETREGSET, pid, 0x404 /* NT_ARM_SYSTEM_CALL */, &number)) fail("registers");
  struct user_regs_struct registers;
  struct iovec all = {&registers, sizeof registers};
  if (ptrace(PTRACE_GETREGSET, pid, NT_PRSTATUS, &all)) fail("registers");
  registers.regs[0] = (unsigned long long)-error;
  if (ptrace(PTRACE_SETREGSET, pid, NT_PRSTATUS, &all)) fail("registers");
#else
#error "How a system call is skipped on this machine is not known."
#endif
}

// Replaces the result of the executed call.
static void replaceResult(pid_t pid, int error) {
#if defined __x86_64__
  ptrace(PTRACE_POKEUSER, pid, offsetof(struct user_regs_struct, rax), (long)-error);
#elif defined __aarch64__
  struct user_regs_struct registers;
  struct iovec all = {&registers, sizeof registers};
  if (ptrace(PTRACE_GETREGSET, pid, NT_PRSTATUS, &all)) fail("registers");
  registers.regs[0] = (unsigned long long)-error;
  if (ptrace(PTRACE_SETREGSET, pid, NT_PRSTATUS, &all)) fail("registers");
#endif
}

static const struct call *callOfNumber(uint64_t number) {
  for (int i = 0; i < callCount; i++)
    if ((uint64_t)calls[i].number == number) return &calls[i];
  return NULL;
}

int main(int count, char **arguments) {
  if (count < 7) return 64;
  const char *faultName = arguments[2];
  long faultNumber = atol(arguments[3]);
  const char *fault = arguments[4];
  folders = arguments + 5;
  while (folders[folderCount] && strcmp(folders[folderCount], "--")) folderCount++;
  char **program = folders + folderCount + 1;
  if (5 + folderCount + 1 >= count) return 64;

  pid_t child = fork();
  if (child < 0) fail("fork");
  if (child == 0) {
    if (ptrace(PTRACE_TRACEME, 0, 0, 0)) fail("ptrace");
    raise(SIGSTOP);
    installFilter();
    execv(program[0], program);
    fail(program[0]);
  }
  journal = fopen(arguments[1], "we");
  if (!journal) fail(arguments[1]);

  int status;
  if (waitpid(child, &status, __WALL) != child) fail("wait");
  // If tracing isn't permitted, the child has reported the reason.
  if (WIFEXITED(status)) return WEXITSTATUS(status);
  long options = PTRACE_O_EXITKILL | PTRACE_O_TRACESECCOMP | PTRACE_O_TRACESYSGOOD
    | PTRACE_O_TRACECLONE | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK;
  if (ptrace(PTRACE_SETOPTIONS, child, 0, options)) fail("ptrace");
  ptrace(PTRACE_CONT, child, 0, 0);

  long seen = 0;
  // The thread whose logged call has no result yet. Calls of other threads wait.
  pid_t pending = 0;
  pid_t waiting[64];
  int waitingCount = 0;
  int end = 0;
  bool isKilled = false;
  int closeError = 0;
  while (true) {
    pid_t pid;
    if (!pending && waitingCount) {
      pid = waiting[--waitingCount];
      status = SIGTRAP << 8 | 0x7F | PTRACE_EVENT_SECCOMP << 16;
    } else {
      pid = waitpid(-1, &status, __WALL);
    }
    if (pid < 0) break;
    if (!WIFSTOPPED(status)) {
      if (pid == child) end = status;
      if (pid == pending) {
        fprintf(journal, "\tnone\n");
        pending = 0;
      }
      continue;
    }
    int signal = WSTOPSIG(status), event = status >> 16;
    struct __ptrace_syscall_info call;
    if (isKilled) {
      ptrace(PTRACE_CONT, pid, 0, 0);
    } else if (event == PTRACE_EVENT_SECCOMP) {
      if (pending) {
        if (waitingCount == 64) fail("too many threads");
        waiting[waitingCount++] = pid;
        continue;
      }
      const struct call *known = NULL;
      if (ptrace(PTRACE_GET_SYSCALL_INFO, pid, sizeof call, &call) > 0)
        known = callOfNumber(call.seccomp.nr);
      if (!known || !logCall(pid, known, call.seccomp.args)) {
        ptrace(PTRACE_CONT, pid, 0, 0);
      } else if (!strcmp(known->name, faultName) && ++seen == faultNumber) {
        if (!strcmp(fault, "kill")) {
          fprintf(journal, "\tkilled\n");
          isKilled = true;
          // Child processes end with the program, as in a power cut.
          kill(child, SIGKILL);
          kill(pid, SIGKILL);
          continue;
        }
        int error = atoi(fault);
        if (!strcmp(known->name, "close")) {
          // A failing close still closes the descriptor (close(2)).
          closeError = error;
          pending = pid;
          ptrace(PTRACE_SYSCALL, pid, 0, 0);
          continue;
        }
        fprintf(journal, "\t%d\n", -error);
        skipCall(pid, error);
        ptrace(PTRACE_CONT, pid, 0, 0);
      } else {
        pending = pid;
        ptrace(PTRACE_SYSCALL, pid, 0, 0);
      }
    } else if (signal == (SIGTRAP | 0x80)) {
      if (pid == pending) {
        long long result = -EINTR;
        if (ptrace(PTRACE_GET_SYSCALL_INFO, pid, sizeof call, &call) > 0)
          result = call.exit.rval;
        if (closeError) {
          replaceResult(pid, closeError);
          result = -closeError;
          closeError = 0;
        }
        fprintf(journal, "\t%lld\n", result);
        pending = 0;
      }
      ptrace(PTRACE_CONT, pid, 0, 0);
    } else if (event || signal == SIGSTOP || signal == SIGTRAP) {
      ptrace(PTRACE_CONT, pid, 0, 0);
    } else {
      ptrace(PTRACE_CONT, pid, 0, signal);
    }
  }
  if (fclose(journal)) fail(arguments[1]);
  if (WIFSIGNALED(end)) {
    struct sigaction plain = {.sa_handler = SIG_DFL};
    sigaction(WTERMSIG(end), &plain, NULL);
    raise(WTERMSIG(end));
  }
  return WEXITSTATUS(end);
}
