import DiaryCore

/// What the index knows of a comment: which state of it counts, and where that stands in the logs. One
/// that was taken back has its place, too, so that no earlier state of it counts again.
struct CommentPlace: Hashable, Sendable {
  let entry: ID<Entry>
  let comment: ID<EntryComment>
  let clock: HybridClock
  /// The sum of the line.
  let sum: ID<Revision>
  let isRemoved: Bool
  let place: LineLocation

  init(_ comment: EntryComment, _ line: RecordLine, at place: LineLocation) {
    (entry, self.comment, isRemoved) = (comment.entry, comment.id, comment.isRemoved)
    (clock, sum, self.place) = (line.clock, line.id, place)
  }

  /// Which comment it is of. Whoever names an entry in a comment can't move it to another one.
  var subject: Subject { Subject(entry: entry, comment: comment) }

  struct Subject: Hashable, Comparable, Sendable {
    let entry: ID<Entry>
    let comment: ID<EntryComment>

    static func < (one: Self, other: Self) -> Bool {
      (one.entry, one.comment) < (other.entry, other.comment)
    }
  }

  func isOlder(than other: Self, _ horizon: ClockHorizon) -> Bool {
    horizon.isOlder((clock, sum), than: (other.clock, other.sum))
  }

  // MARK: In the index

  /// Its line: `["<entry>","<comment>","<clock>","<sum>",<removed>,"<log>",<byte>]`.
  var indexLine: [UInt8] {
    JSONWriter.bytes(
      .array([
        .string(entry.description), .string(comment.description), .string(clock.description),
        .string(sum.description), .bool(isRemoved), .string(place.log), .integer(place.offset),
      ]))
  }

  /// Reads what `indexLine` writes, with blanks after it.
  init?(indexLine: UnsafeRawBufferPointer) {
    guard let parts = (try? JSONParser.parse(indexLine))?.array, parts.count == 7,
      let entry = parts[0].string.flatMap({ ID<Entry>($0) }),
      let comment = parts[1].string.flatMap({ ID<EntryComment>($0) }),
      let clock = parts[2].string.flatMap({ HybridClock($0) }),
      let sum = parts[3].string.flatMap({ ID<Revision>($0) }), let isRemoved = parts[4].bool,
      let log = parts[5].string, let offset = parts[6].integer
    else { return nil }
    (self.entry, self.comment, self.clock, self.sum) = (entry, comment, clock, sum)
    self.isRemoved = isRemoved
    place = LineLocation(log: log, offset: offset)
  }
}
