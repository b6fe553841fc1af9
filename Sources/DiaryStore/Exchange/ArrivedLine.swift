import DiaryCore
import DiaryKeys

/// A sound line that came from another machine, and what it says of the one before it.
struct ArrivedLine {
  /// Which of the segments it came in, and where it is in it, with its line end.
  let segment: Int
  let range: Range<Int>
  let sum: ID<Revision>
  let link: ChainLink
  /// The entry that it is a revision of, or a comment on; `nil` for other records.
  let entry: ID<Entry>?
  /// Whether its body came with it, undamaged; a record that decides something has none.
  let hasBody: Bool
  private let recordBox: RecordBox?

  /// The record of a line. Few lines have one, and in the others it must take no memory.
  private final class RecordBox {
    let line: RecordLine
    init(_ line: RecordLine) { self.line = line }
  }

  init(
    segment: Int, range: Range<Int>, _ step: ChainStep, entry: ID<Entry>?, hasBody: Bool,
    record: RecordLine?
  ) {
    (self.segment, self.range) = (segment, range)
    (sum, link, self.entry, self.hasBody) = (step.sum, step.link, entry, hasBody)
    recordBox = record.map { RecordBox($0) }
  }

  /// The record that it is; `nil` for a revision.
  var record: RecordLine? { recordBox?.line }

  var tip: RunTip { RunTip(link.number, sum) }
}
