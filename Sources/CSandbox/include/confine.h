// A program that isn't ours, run where it can do little.
#ifndef PHOTODIARY_CONFINE_H
#define PHOTODIARY_CONFINE_H

/// Becomes the program that the first of the arguments names, which may compute, have threads, read its standard input, programs and their
/// libraries, and write to what is open already. It can't open any other file (Landlock, where the kernel has
/// it and `restricts`), write, make or remove one, have a connection, run a program or begin a process (the
/// filter of system calls, if `filters`). Where the system has neither, its limits alone hold.
///
/// A program that was linked elsewhere needs files to begin with, so the filter of `pd_leave_only_computing`
/// can't hold for it: its loader opens libraries and maps them as code.
///
/// Returns -1 with errno if that failed.
int pd_become_confined(char *const arguments[], int filters, int restricts);

/// Whether the kernel has Landlock, by which such a program can't open other files.
int pd_has_landlock(void);

#endif
