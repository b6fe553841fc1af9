// Signals and the end of a program that has a terminal. Handlers of signals may not be Swift.
#ifndef PHOTODIARY_CSYSTEM_TERMINAL_H
#define PHOTODIARY_CSYSTEM_TERMINAL_H

#ifdef __linux__
#include <linux/kd.h>
#endif
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

/// The size that the kernel knows; 0 on success.
static inline int pd_terminal_size(int fd, struct winsize *size) {
  return ioctl(fd, TIOCGWINSZ, size);
}

/// Whether Caps Lock is on at a console of Linux: 1 or 0, and -1 of any other terminal.
static inline int pd_console_caps_lock(int fd) {
#ifdef __linux__
  char flags = 0;
  if (ioctl(fd, KDGKBLED, &flags) == 0) return (flags & K_CAPSLOCK) != 0;
#endif
  return -1;
}

/// Where the bytes of signals go.
void pd_set_signal_pipe(int fd);

/// From now on the signal is a byte in the pipe; 0 on success.
int pd_catch_signal(int number, struct sigaction *previous);

/// Whether standard error is the terminal: what is written there would be drawn over the screen and then be
/// lost with it.
bool pd_errors_go_to_terminal(void);

/// Gives the terminal back in these bytes and modes when the program crashes or exits. What is written to
/// standard error until then goes to the open file `held`, unless that is -1.
void pd_arm_rescue(
    const char *bytes, size_t count, const struct termios *modes, int held);

/// Gives the terminal back without waiting for it, and ends the program by a signal.
void pd_end_by(int number);

/// The terminal belongs to another program now: leave it alone.
void pd_disarm_rescue(void);

#endif
