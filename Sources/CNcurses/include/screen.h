// What ncurses and libc offer to C alone: macros, globals, and signal handlers, which may not be
// Swift. Functions that share a static variable must be called from one Swift file only: each
// file has its own copy of it in a debug build.
#ifndef PHOTODIARY_CNCURSES_H
#define PHOTODIARY_CNCURSES_H

#define NCURSES_WIDECHAR 1
#include <ncurses.h>
#include <term.h>
// term.h names capabilities by macros such as `columns` and `lines`.
#undef columns
#undef lines

#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

// Declared only behind _GNU_SOURCE.
long syscall(long number, ...);

// MARK: ncurses' macros and globals

static inline bool pd_new_terminal(const char *type) {
  return newterm(type, stdout, stdin) != NULL;
}
static inline WINDOW *pd_screen(void) { return stdscr; }
static inline int pd_rows(void) { return getmaxy(stdscr); }
static inline int pd_columns(void) { return getmaxx(stdscr); }
static inline int pd_colors(void) { return COLORS; }
static inline int pd_color_pairs(void) { return COLOR_PAIRS; }
static inline void pd_redraw_all(void) { clearok(curscr, TRUE); }

static inline attr_t pd_bold(void) { return A_BOLD; }
static inline attr_t pd_dim(void) { return A_DIM; }
static inline attr_t pd_italic(void) { return A_ITALIC; }
static inline attr_t pd_underline(void) { return A_UNDERLINE; }
static inline attr_t pd_reverse(void) { return A_REVERSE; }

/// Puts one character and its marks (0: no more) at a place. ERR only says that the cursor
/// couldn't go on from the last cell of the screen.
static inline void pd_put(
    int row, int column, uint32_t base, uint32_t mark1, uint32_t mark2, uint32_t mark3,
    uint32_t mark4, attr_t attributes, int pair) {
  const wchar_t text[6] = {(wchar_t)base,  (wchar_t)mark1, (wchar_t)mark2,
                           (wchar_t)mark3, (wchar_t)mark4, 0};
  cchar_t cell;
  if (setcchar(&cell, text, attributes, 0, &pair) == ERR) return;
  mvwadd_wch(stdscr, row, column, &cell);
}

/// Where the window's cursor is.
static inline int pd_cursor_row(void) { return getcury(stdscr); }

// What ncurses would write (called from LinkWriter.swift alone).
static struct {
  uint8_t *bytes;
  int room;
  int count;
} pd_written = {0};

static int pd_keep(int byte) {
  if (pd_written.count < pd_written.room) pd_written.bytes[pd_written.count++] = (uint8_t)byte;
  return byte;
}

/// Puts the sequences that turn the terminal's look into another one into `bytes`; how many bytes.
/// ncurses takes the look for turned.
static inline int pd_turn_look(attr_t attributes, int pair, uint8_t *bytes, int room) {
  pd_written.bytes = bytes;
  pd_written.room = room;
  pd_written.count = 0;
  vid_puts(attributes, 0, &pair, pd_keep);
  return pd_written.count;
}

/// A capability of the terminal, NULL when it has none by that name.
static inline const char *pd_capability(const char *name) {
  const char *value = tigetstr(name);
  return value == (char *)-1 ? NULL : value;
}

// MARK: the C library

/// Takes the locale's character set from the environment; UTF-8 in any case.
static inline void pd_use_utf8(void) {
  setlocale(LC_CTYPE, "");
  if (strcmp(nl_langinfo(CODESET), "UTF-8") != 0) setlocale(LC_CTYPE, "C.UTF-8");
}

static inline int pd_width(uint32_t scalar) { return wcwidth((wchar_t)scalar); }

/// The size that the kernel knows; 0 on success.
static inline int pd_terminal_size(struct winsize *size) {
  return ioctl(STDOUT_FILENO, TIOCGWINSZ, size);
}

/// Whether there is something to read within so many milliseconds (an end of file is something).
static inline bool pd_readable(int fd, int milliseconds) {
  struct pollfd poller = {fd, POLLIN, 0};
  return poll(&poller, 1, milliseconds) > 0;
}

// MARK: signals into a pipe (called from SignalPipe.swift alone)

static int pd_signal_pipe = -1;

static void pd_note_signal(int number) {
  int saved = errno;
  unsigned char byte = (unsigned char)number;
  // A full pipe holds enough of them already.
  if (write(pd_signal_pipe, &byte, 1) < 0) errno = saved;
  errno = saved;
}

static inline void pd_set_signal_pipe(int fd) { pd_signal_pipe = fd; }

/// From now on the signal is a byte in the pipe; 0 on success.
static inline int pd_catch_signal(int number, struct sigaction *previous) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = pd_note_signal;
  action.sa_flags = SA_RESTART;
  sigfillset(&action.sa_mask);
  return sigaction(number, &action, previous);
}

// MARK: rescue of the terminal when the program dies (called from CrashGuard.swift alone)

enum { PD_CRASH_SIGNALS = 6 };
static const int pd_crash_signals[PD_CRASH_SIGNALS] = {SIGSEGV, SIGBUS,  SIGILL,
                                                       SIGTRAP, SIGFPE, SIGABRT};

static struct {
  volatile sig_atomic_t armed;
  int errors;
  int held;
  bool installed;
  size_t count;
  char bytes[8192];
  struct termios modes;
  struct sigaction previous[PD_CRASH_SIGNALS];
  char stack[32768];
} pd_rescue = {0};

/// Prints what was written to standard error while the screen was taken, and no longer holds it.
/// Async-signal-safe.
static void pd_release_errors(void) {
  if (pd_rescue.held <= 0) return;
  char buffer[1024];
  ssize_t count;
  dup2(pd_rescue.errors, STDERR_FILENO);
  lseek(pd_rescue.held, 0, SEEK_SET);
  while ((count = read(pd_rescue.held, buffer, sizeof buffer)) > 0)
    if (write(STDERR_FILENO, buffer, (size_t)count) < 0) break;
  close(pd_rescue.held);
  close(pd_rescue.errors);
  pd_rescue.held = 0;
}

/// Keeps what is written to standard error, if that is the terminal: it would be drawn over the
/// screen and then be lost with it.
static inline void pd_hold_errors(void) {
  if (pd_rescue.held > 0 || !isatty(STDERR_FILENO)) return;
  // A file in memory; 1 is MFD_CLOEXEC.
  int held = (int)syscall(SYS_memfd_create, "errors", 1);
  int errors = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
  if (held < 0 || errors < 0) {
    if (held >= 0) close(held);
    if (errors >= 0) close(errors);
    return;
  }
  dup2(held, STDERR_FILENO);
  pd_rescue.errors = errors;
  pd_rescue.held = held;
}

/// Async-signal-safe: write(2) and tcsetattr(3), and what pd_release_errors calls.
static void pd_rescue_terminal(void) {
  if (!pd_rescue.armed) return;
  pd_rescue.armed = 0;
  size_t done = 0;
  while (done < pd_rescue.count) {
    ssize_t n = write(STDOUT_FILENO, pd_rescue.bytes + done, pd_rescue.count - done);
    if (n <= 0) break;
    done += (size_t)n;
  }
  tcsetattr(STDIN_FILENO, TCSANOW, &pd_rescue.modes);
  pd_release_errors();
}

static void pd_crashed(int number, siginfo_t *info, void *context) {
  (void)context;
  pd_rescue_terminal();
  for (int i = 0; i < PD_CRASH_SIGNALS; i++)
    if (pd_crash_signals[i] == number) sigaction(number, &pd_rescue.previous[i], NULL);
  // A faulting instruction faults again on return, now into the handler before this one, which
  // then sees where it happened.
  bool faults = number == SIGSEGV || number == SIGBUS || number == SIGILL || number == SIGFPE;
  if (faults && info->si_code > 0) return;
  // Anything else must be sent again; a handler that returns from it doesn't keep us alive.
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, number);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  raise(number);
  signal(number, SIG_DFL);
  raise(number);
}

/// Gives the terminal back in these bytes and modes when the program crashes or exits.
static inline void pd_arm_rescue(const char *bytes, size_t count, const struct termios *modes) {
  pd_rescue.armed = 0;
  pd_rescue.count = count < sizeof pd_rescue.bytes ? count : sizeof pd_rescue.bytes;
  memcpy(pd_rescue.bytes, bytes, pd_rescue.count);
  pd_rescue.modes = *modes;
  if (!pd_rescue.installed) {
    pd_rescue.installed = true;
    atexit(pd_rescue_terminal);
    stack_t current;
    if (sigaltstack(NULL, &current) == 0 && (current.ss_flags & SS_DISABLE)) {
      stack_t stack;
      memset(&stack, 0, sizeof stack);
      stack.ss_sp = pd_rescue.stack;
      stack.ss_size = sizeof pd_rescue.stack;
      sigaltstack(&stack, NULL);
    }
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = pd_crashed;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    for (int i = 0; i < PD_CRASH_SIGNALS; i++)
      sigaction(pd_crash_signals[i], &action, &pd_rescue.previous[i]);
  }
  pd_hold_errors();
  pd_rescue.armed = 1;
}

/// Gives the terminal back without waiting for it, and ends the program by a signal.
static inline void pd_end_by(int number) {
  // Nobody waits here for a terminal that takes nothing, nor for a thread that writes to it.
  int flags = fcntl(STDOUT_FILENO, F_GETFL);
  fcntl(STDOUT_FILENO, F_SETFL, flags | O_NONBLOCK);
  tcflush(STDOUT_FILENO, TCOFLUSH);
  pd_rescue_terminal();
  fcntl(STDOUT_FILENO, F_SETFL, flags);
  signal(number, SIG_DFL);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, number);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  raise(number);
}

/// The terminal belongs to another program now: leave it alone.
static inline void pd_disarm_rescue(void) {
  pd_rescue.armed = 0;
  pd_release_errors();
}

#endif
