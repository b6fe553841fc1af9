import DiaryCore
import Glibc

/// The time here and now, by libc: the essentials of Foundation know no time zone but GMT.
enum LocalTime {
  static func now() -> Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }

  /// The present as an entry's date.
  static func today() -> EntryDate {
    date(of: now())
  }

  /// A point in time as clocks here showed it.
  static func date(of time: Timestamp) -> EntryDate {
    EntryDate(instant: time.seconds, offset: offset(at: time.seconds))
  }

  /// Seconds east of UTC at an instant.
  static func offset(at seconds: Int64) -> Int {
    var time = time_t(seconds)
    var local = tm()
    return localtime_r(&time, &local) == nil ? 0 : local.tm_gmtoff
  }

  /// Seconds east of UTC when clocks here show a time, given as the seconds since 1970 that it
  /// would be in UTC. Of a time that clocks show twice, the first; of one they skip, near it.
  static func offset(ofLocal seconds: Int64) -> Int {
    var time = time_t(seconds)
    var fields = tm()
    guard gmtime_r(&time, &fields) != nil else { return 0 }
    fields.tm_isdst = -1
    _ = mktime(&fields)
    return fields.tm_gmtoff
  }
}
