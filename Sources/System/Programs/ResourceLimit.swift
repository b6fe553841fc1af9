import Glibc

/// What the program may have of something, from now on and for good.
package enum ResourceLimit: Sendable {
  /// Bytes of address space.
  case memory
  /// Seconds of a processor. At the limit comes a signal, a second later the end.
  case processorTime
  /// Bytes of what is left of a program that crashed.
  case coreSize
  /// One more than the highest number of an open file.
  case openFiles
  /// Bytes of a file that is written.
  case fileSize

  /// Sets it. A lower limit that was set from outside stands; then it is as low as is allowed.
  package func set(_ value: UInt64) {
    let value = rlim_t(value)
    var limit = rlimit(rlim_cur: value, rlim_max: self == .processorTime ? value + 1 : value)
    if setrlimit(number, &limit) != 0, getrlimit(number, &limit) == 0, limit.rlim_cur > value {
      limit.rlim_cur = min(value, limit.rlim_max)
      setrlimit(number, &limit)
    }
  }

  private var number: Int32 {
    let resource =
      switch self {
      case .memory: RLIMIT_AS
      case .processorTime: RLIMIT_CPU
      case .coreSize: RLIMIT_CORE
      case .openFiles: RLIMIT_NOFILE
      case .fileSize: RLIMIT_FSIZE
      }
    return Int32(resource.rawValue)
  }
}
