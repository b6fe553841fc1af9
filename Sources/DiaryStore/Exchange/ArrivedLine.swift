import DiaryCore
import DiaryKeys

/// A sound line that came from another machine, and what it says of the one before it.
struct ArrivedLine {
  /// Which of the segments it came in, and where it stands in it, with its line end.
  let segment: Int
  let range: Range<Int>
  let sum: ID<Revision>
  let link: ChainLink
  /// The entry that it is a revision of; `nil` for a record.
  let entry: ID<Entry>?
  private let told: ToldRecord?

  /// A record of a line. Few lines have one, and in the others it must take no room.
  private final class ToldRecord {
    let line: RecordLine
    init(_ line: RecordLine) { self.line = line }
  }

  init(
    segment: Int, range: Range<Int>, sum: ID<Revision>, link: ChainLink, entry: ID<Entry>?,
    record: RecordLine?
  ) {
    (self.segment, self.range, self.sum) = (segment, range, sum)
    (self.link, self.entry, told) = (link, entry, record.map { ToldRecord($0) })
  }

  /// The record that it tells; `nil` for a revision.
  var record: RecordLine? { told?.line }

  /// What it says was removed for good, as far as whoever wrote it may.
  func removal(_ records: DiaryRecords) -> RemovalRecord? { record?.removal(records) }
}
