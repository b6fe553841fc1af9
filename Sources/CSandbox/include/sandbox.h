// Linux's filter of system calls.
#ifndef PHOTODIARY_SANDBOX_H
#define PHOTODIARY_SANDBOX_H

/// From now on, this process may use memory and threads of its own and read and write what is open
/// already; every other call of the system fails with EPERM. Does nothing where that isn't known.
void pd_leave_only_computing(void);

#endif
