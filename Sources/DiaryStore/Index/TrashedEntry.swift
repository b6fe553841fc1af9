import DiaryCore

/// What the index knows of an entry in the trash: its texts stay in the logs.
struct TrashedEntry: Hashable, Sendable {
  let id: ID<Entry>
  /// The line of the revision shown.
  let place: LineLocation
  /// The revision shown, then the others.
  let heads: [ID<Revision>]
}

extension TrashedEntry {
  init(_ state: EntryState) {
    self.init(id: state.entry.id, place: state.place, heads: state.entry.heads)
  }

  /// Its line in the index: `["<id>","<log>",<byte>,["<head>",…]]`.
  var indexLine: [UInt8] {
    JSONWriter.bytes(
      .array([
        .string(id.description), .string(place.log), .integer(place.offset),
        .array(heads.map { .string($0.description) }),
      ]))
  }

  /// Reads what `indexLine` writes, with blanks after it.
  init?(indexLine: UnsafeRawBufferPointer) {
    guard let parts = (try? JSONParser.parse(indexLine))?.array, parts.count == 4,
      let id = parts[0].string.flatMap({ ID<Entry>($0) }), let log = parts[1].string,
      let offset = parts[2].integer,
      let heads = parts[3].array?.compactMap({ $0.string.flatMap { ID<Revision>($0) } })
    else { return nil }
    self.init(id: id, place: LineLocation(log: log, offset: offset), heads: heads)
  }
}
