// Linux's filter of system calls.
#ifndef PHOTODIARY_SANDBOX_H
#define PHOTODIARY_SANDBOX_H

/// From now on, this process may use memory and threads of its own and read and write what is open
/// already; every other call of the system fails with EPERM. 0, or -1 with errno where the system
/// has no such filter: nothing is filtered then.
int pd_leave_only_computing(void);

#endif
