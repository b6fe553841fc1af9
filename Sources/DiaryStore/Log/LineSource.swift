import DiaryCore
import System

/// Reads lines from many logs, each mapped once.
struct LineSource {
  let layout: StoreLayout
  private var files: [String: MappedFile] = [:]

  init(layout: StoreLayout) { self.layout = layout }

  /// The revision at a place; `nil` when no sound line begins there any more.
  mutating func revision(at place: LineLocation) throws(DiaryError) -> Revision? {
    try line(at: place).flatMap { RevisionLine.decode($0.bytes) }
  }

  /// The record at a place; `nil` when no sound line of one begins there any more.
  mutating func record(at place: LineLocation) throws(DiaryError) -> RecordLine? {
    try line(at: place).flatMap { RecordLine($0.bytes) }
  }

  /// Returns the line at a place, sound or not; `nil` if the log ends before it.
  mutating func line(at place: LineLocation) throws(DiaryError) -> LogLine? {
    let file = try file(place.log)
    let line = file.line(at: place.offset)
    try file.requireBytes()
    return line.map { LogLine(place: place, bytes: $0.bytes, isTorn: false) }
  }

  private mutating func file(_ log: String) throws(DiaryError) -> MappedFile {
    let file: MappedFile
    if let known = files[log] {
      file = known
    } else {
      file = try layout.log(log).map()
      files[log] = file
    }
    return file
  }

  /// The state of an entry as its line says.
  mutating func state(of current: LogScan.Current) throws(DiaryError) -> EntryState? {
    guard let revision = try revision(at: current.place) else { return nil }
    var state = EntryState(revision, at: current.place)
    state.entry.heads = current.heads
    state.entry.isUnshared = current.isUnshared
    state.laterCount = current.laterCount
    return state
  }
}
