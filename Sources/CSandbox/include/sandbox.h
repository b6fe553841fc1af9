// The system call filter of Linux (seccomp).
#ifndef PHOTODIARY_SANDBOX_H
#define PHOTODIARY_SANDBOX_H

/// Restricts this process to its memory and threads, and to reading and writing open descriptors.
/// Every other system call fails with EPERM. Returns 0, or -1 with errno if the system has no
/// filter; then nothing is filtered.
int pd_leave_only_computing(void);

#endif
