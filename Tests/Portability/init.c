// The only program of a small aarch64 virtual machine. Runs the call tracer and the picture
// program's filter, which a user-mode emulator can't.
#include "../../Sources/CSandbox/include/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static int failures;

static void expect(const char *what, bool condition) {
  printf("%-50s %s\n", what, condition ? "as it should" : "OTHERWISE");
  fflush(stdout);
  if (!condition) failures++;
}

/// Runs a program. Returns its status, and its output in `output`.
static int run(char *const *arguments, char *output, size_t capacity) {
  int ends[2];
  if (pipe(ends) != 0) return -1;
  pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], 1);
    close(ends[0]);
    close(ends[1]);
    execv(arguments[0], arguments);
    _exit(126);
  }
  close(ends[1]);
  size_t size = 0;
  ssize_t count;
  while (size < capacity - 1 && (count = read(ends[0], output + size, capacity - 1 - size)) > 0)
    size += (size_t)count;
  output[size] = 0;
  close(ends[0]);
  int status = -1;
  waitpid(child, &status, 0);
  return status;
}

static int trace(char *call, char *number, char *fault, char *output, size_t capacity) {
  char *arguments[] = {"/tracer", "/tmp/log", call, number, fault, "/tmp/diary", "--", "/traced",
                       "/tmp/diary", NULL};
  return run(arguments, output, capacity);
}

/// Returns true if a line of the tracer's log has this start and end.
static bool logged(const char *start, const char *end) {
  static char line[4096];
  bool found = false;
  FILE *file = fopen("/tmp/log", "r");
  while (file && fgets(line, sizeof line, file)) {
    size_t length = strlen(line), wanted = strlen(end);
    found |= !strncmp(line, start, strlen(start)) && length >= wanted
      && !strcmp(line + length - wanted, end);
  }
  if (file) fclose(file);
  return found;
}

static void tracing(void) {
  char output[4096];
  int status = trace("none", "0", "none", output, sizeof output);
  expect("a traced program",
    status == 0 && strstr(output, "rename works") && strstr(output, "unlink works"));
  expect("its calls", logged("write\t", "\t5\n") && logged("fsync\t", "\t0\n") && logged("rename\t", "\t0\n"));
  char *skipped[][2] = {{"openat", "open EIO"}, {"write", "write EIO"}, {"fsync", "fsync EIO"},
                        {"rename", "rename EIO"}, {"unlink", "unlink EIO"}};
  for (size_t i = 0; i < sizeof skipped / sizeof *skipped; i++) {
    status = trace(skipped[i][0], "1", "5", output, sizeof output);
    expect(skipped[i][1], status == 0 && strstr(output, skipped[i][1]));
  }
  status = trace("close", "1", "5", output, sizeof output);
  expect("close EIO, after it has closed", status == 0 && strstr(output, "close EIO"));
  status = trace("rename", "1", "kill", output, sizeof output);
  expect("a program killed before a rename", WIFSIGNALED(status) && strstr(output, "close works")
    && !strstr(output, "rename") && access("/tmp/diary/temporary", F_OK) == 0);
}

static void *nothing(void *given) { return given; }

static void filter(void) {
  pid_t child = fork();
  if (child == 0) {
    bool begins = pd_leave_only_computing() == 0;
    expect("a filter", begins);
    expect("a file", open("/tmp/log", O_RDONLY) < 0 && errno == EPERM);
    expect("a file's end", unlink("/tmp/log") != 0 && errno == EPERM);
    expect("a process", fork() < 0 && errno == EPERM);
    expect("a signal to another", kill(1, 0) != 0 && errno == EPERM);
    pthread_t thread;
    expect("a thread", pthread_create(&thread, NULL, nothing, NULL) == 0
      && pthread_join(thread, NULL) == 0);
    void *memory = malloc(64 << 20);
    expect("memory", memory != NULL);
    free(memory);
    _exit(failures);
  }
  int status = -1;
  waitpid(child, &status, 0);
  failures += !WIFEXITED(status) || WEXITSTATUS(status) != 0;
}

int main(void) {
  mkdir("/proc", 0755);
  mkdir("/tmp", 0755);
  mount("proc", "/proc", "proc", 0, NULL);
  mount("tmpfs", "/tmp", "tmpfs", 0, NULL);
  mkdir("/tmp/diary", 0700);
  char output[4096];
  char *calls[] = {"/calls", NULL};
  expect("the calls", run(calls, output, sizeof output) == 0);
  printf("%s", output);
  tracing();
  filter();
  printf("%s\n", failures ? "FAILED" : "All is as it should be.");
  fflush(stdout);
  reboot(RB_POWER_OFF);
  return 0;
}
