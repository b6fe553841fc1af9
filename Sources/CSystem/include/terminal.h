// Signals, and the end of a program that uses the terminal. Signal handlers can't be in Swift.
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

/// Reads the terminal's size from the kernel. Returns 0 on success.
static inline int pd_terminal_size(int fd, struct winsize *size) {
  return ioctl(fd, TIOCGWINSZ, size);
}

/// Returns 1 if Caps Lock is on at a Linux console, 0 if it is off, or -1 for any other terminal.
static inline int pd_console_caps_lock(int fd) {
#ifdef __linux__
  char flags = 0;
  if (ioctl(fd, KDGKBLED, &flags) == 0) return (flags & K_CAPSLOCK) != 0;
#endif
  return -1;
}

/// Sets the pipe that receives the bytes of signals.
void pd_set_signal_pipe(int fd);

/// Makes the signal write its number as a byte to the pipe. Returns 0 on success.
int pd_catch_signal(int number, struct sigaction *previous);

/// Returns `true` if standard error is the terminal, where messages would be drawn over the screen
/// and then lost with it.
bool pd_errors_go_to_terminal(void);

/// Restores the terminal with these bytes and modes when the program crashes or exits. Until then,
/// standard error is redirected to the open file `held`, which this function takes ownership of,
/// unless it is -1.
void pd_arm_rescue(
    const char *bytes, size_t count, const struct termios *modes, int held);

/// Restores the terminal without waiting for it, and ends the program by a signal.
void pd_end_by(int number);

/// Disarms the rescue, because another program uses the terminal now.
void pd_disarm_rescue(void);

#endif
