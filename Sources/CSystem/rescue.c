#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "mapping.h"
#include "terminal.h"

enum { CRASH_SIGNALS = 6 };
static const int crash_signals[CRASH_SIGNALS] = {SIGSEGV, SIGBUS,  SIGILL,
                                                       SIGTRAP, SIGFPE, SIGABRT};

static struct {
  volatile sig_atomic_t armed;
  int errors;
  int held;
  bool installed;
  size_t count;
  char bytes[8192];
  struct termios modes;
  struct sigaction previous[CRASH_SIGNALS];
  char stack[32768];
} rescue = {0};

/// Prints the messages held back from standard error while the screen was in use, and stops holding
/// them. Async-signal-safe.
static void release_errors(void) {
  if (rescue.held <= 0) return;
  char buffer[1024];
  ssize_t count;
  dup2(rescue.errors, STDERR_FILENO);
  lseek(rescue.held, 0, SEEK_SET);
  while ((count = read(rescue.held, buffer, sizeof buffer)) > 0)
    if (write(STDERR_FILENO, buffer, (size_t)count) < 0) break;
  close(rescue.held);
  close(rescue.errors);
  rescue.held = 0;
}

bool pd_errors_go_to_terminal(void) { return rescue.held <= 0 && isatty(STDERR_FILENO); }

/// Redirects standard error to an open file, and takes ownership of it.
static void hold_errors(int held) {
  if (held < 0) return;
  int errors = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
  if (errors < 0 || rescue.held > 0) {
    close(held);
    if (errors >= 0) close(errors);
    return;
  }
  dup2(held, STDERR_FILENO);
  rescue.errors = errors;
  rescue.held = held;
}

/// Restores the terminal. Async-signal-safe: calls only write(2), tcsetattr(3) and
/// `release_errors`.
static void rescue_terminal(void) {
  if (!rescue.armed) return;
  rescue.armed = 0;
  size_t done = 0;
  while (done < rescue.count) {
    ssize_t n = write(STDOUT_FILENO, rescue.bytes + done, rescue.count - done);
    if (n <= 0) break;
    done += (size_t)n;
  }
  tcsetattr(STDIN_FILENO, TCSANOW, &rescue.modes);
  release_errors();
}

static void crashed(int number, siginfo_t *info, void *context) {
  (void)context;
  if (number == SIGBUS && info->si_code > 0 && pd_replace_lost_bytes(info->si_addr)) return;
  rescue_terminal();
  for (int i = 0; i < CRASH_SIGNALS; i++)
    if (crash_signals[i] == number) sigaction(number, &rescue.previous[i], NULL);
  // A faulting instruction faults again on return, now in the previous handler, which then receives
  // the address of the fault.
  bool faults = number == SIGSEGV || number == SIGBUS || number == SIGILL || number == SIGFPE;
  if (faults && info->si_code > 0) return;
  // Any other signal must be raised again. If a handler returns from it, the program still ends.
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, number);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  raise(number);
  signal(number, SIG_DFL);
  raise(number);
}

void pd_arm_rescue(
    const char *bytes, size_t count, const struct termios *modes, int held) {
  rescue.armed = 0;
  rescue.count = count < sizeof rescue.bytes ? count : sizeof rescue.bytes;
  memcpy(rescue.bytes, bytes, rescue.count);
  rescue.modes = *modes;
  if (!rescue.installed) {
    rescue.installed = true;
    atexit(rescue_terminal);
    stack_t current;
    if (sigaltstack(NULL, &current) == 0 && (current.ss_flags & SS_DISABLE)) {
      stack_t stack;
      memset(&stack, 0, sizeof stack);
      stack.ss_sp = rescue.stack;
      stack.ss_size = sizeof rescue.stack;
      sigaltstack(&stack, NULL);
    }
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = crashed;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    for (int i = 0; i < CRASH_SIGNALS; i++)
      sigaction(crash_signals[i], &action, &rescue.previous[i]);
  }
  hold_errors(held);
  rescue.armed = 1;
}

void pd_end_by(int number) {
  // Don't wait for a terminal that accepts nothing, nor for a thread that writes to it.
  int flags = fcntl(STDOUT_FILENO, F_GETFL);
  fcntl(STDOUT_FILENO, F_SETFL, flags | O_NONBLOCK);
  tcflush(STDOUT_FILENO, TCOFLUSH);
  rescue_terminal();
  fcntl(STDOUT_FILENO, F_SETFL, flags);
  signal(number, SIG_DFL);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, number);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  raise(number);
}

void pd_disarm_rescue(void) {
  rescue.armed = 0;
  release_errors();
}
