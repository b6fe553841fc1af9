import DiaryCore
import System

/// The time here and now, by libc: the essentials of Foundation know no time zone but GMT.
enum LocalTime {
  static func now() -> Timestamp { Timestamp(milliseconds: SystemClock.now) }

  /// The present as an entry's date.
  static func today() -> EntryDate {
    date(of: now())
  }

  /// A point in time as clocks here showed it.
  static func date(of time: Timestamp) -> EntryDate {
    EntryDate(instant: time.seconds, offset: SystemClock.offset(at: time.seconds))
  }

  /// Seconds east of UTC when clocks here show a time, given as the seconds since 1970 that it
  /// would be in UTC. Of a time that clocks show twice, the first; of one they skip, near it.
  static func offset(ofLocal seconds: Int64) -> Int { SystemClock.offset(ofLocal: seconds) }
}
