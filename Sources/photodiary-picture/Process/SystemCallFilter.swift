import CSandbox
import System

/// Linux's filter of system calls. Where there is none, this process has its limits alone, by which it can
/// open neither files nor connections; but what asks for no open file, as to remove one or to end another
/// program, it could do.
enum SystemCallFilter {
  /// Filters from now on and for good. Returns whether the system does.
  static func begin() -> Bool { Facility.seccomp.isAvailable && pd_leave_only_computing() == 0 }
}
