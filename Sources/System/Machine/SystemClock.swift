import CSystem
import Glibc

/// The machine's clocks, and the time zone that its user lives in.
package enum SystemClock {
  /// Milliseconds since 1970.
  package static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// Seconds since 1970, as times of files are.
  package static var seconds: Int { time(nil) }

  /// Milliseconds on a clock that nobody sets.
  package static var milliseconds: Int { pd_milliseconds() }

  /// Seconds east of UTC at an instant.
  package static func offset(at seconds: Int64) -> Int {
    if let invocation = Invocation.current { return invocation.offsetFromUTC }
    var time = time_t(seconds)
    var local = tm()
    return localtime_r(&time, &local) == nil ? 0 : local.tm_gmtoff
  }

  /// Seconds east of UTC when clocks here show a time, given as the seconds since 1970 that it
  /// would be in UTC. Of a time that clocks show twice, the first; of one they skip, near it.
  package static func offset(ofLocal seconds: Int64) -> Int {
    if let invocation = Invocation.current { return invocation.offsetFromUTC }
    var time = time_t(seconds)
    var fields = tm()
    guard gmtime_r(&time, &fields) != nil else { return 0 }
    fields.tm_isdst = -1
    _ = mktime(&fields)
    return fields.tm_gmtoff
  }
}
