// Runs an external program with restricted access.
#ifndef PHOTODIARY_CONFINE_H
#define PHOTODIARY_CONFINE_H

/// Replaces this process with the program in `arguments[0]`, which may compute, start threads, read
/// its standard input, programs and their libraries, and write to descriptors that are already
/// open. It can't open any other file (Landlock, if the kernel has it and `restricts`), write,
/// create or remove files, open connections, run programs or create processes (the system call
/// filter, if `filters`). Without both, only its resource limits apply.
///
/// An external program opens files when it starts, because its loader opens libraries and maps them
/// as code. The filter of `pd_leave_only_computing` would forbid that.
///
/// Returns -1 with errno on failure.
int pd_become_confined(char *const arguments[], int filters, int restricts);

/// Returns 1 if the kernel has Landlock, which keeps confined programs from opening other files,
/// otherwise 0.
int pd_has_landlock(void);

#endif
