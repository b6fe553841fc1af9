import DiaryCore
import System

/// A note beside a device's logs, of where one of them ended when several lines began to be added to
/// it. While it stands, those lines are no part of the diary: whoever adds them hasn't come to the
/// end, or was killed, and then whoever adds to a log of that device next takes them back.
///
/// It is the lines themselves that prove it: all of them but the last name the append that they are
/// a part of, or, of lines that came from another device, the last one's sum stands in the note. So a note that stands beside other lines says nothing, however it came there: beside a
/// whole import, as in a copy that was brought up to date, or beside lines that were saved since.
struct AppendIntent: Hashable {
  /// In bytes; more than any note has.
  private static let largest = 512

  /// What tells whether all its lines are there.
  enum Mark: Hashable {
    /// All but the last name this append.
    case append(ID<AppendIntent>)
    /// The last one has this sum.
    case upTo(ID<Revision>)
  }

  /// `<device>/<yyyy-mm>.jsonl`
  let log: String
  let mark: Mark
  /// In bytes, before it.
  let size: Int

  /// In bytes; the link of a line stands in its beginning.
  private static let pieceSize = 1 << 16

  init(log: String, mark: Mark, size: Int) {
    (self.log, self.mark, self.size) = (log, mark, size)
  }

  /// The append that its lines name.
  var append: ID<AppendIntent>? {
    if case .append(let id) = mark { id } else { nil }
  }

  /// The one beside a log, whichever of the device's logs it is about, if the lines there are its.
  private init?(beside log: String, in layout: StoreLayout) {
    self.init(notedBeside: log, in: layout)
    guard (try? isProved(in: layout)) == true else { return nil }
  }

  /// What the note says, whether or not the lines prove it.
  private init?(notedBeside log: String, in layout: StoreLayout) {
    guard let file = try? OpenFile.reading(layout.unfinishedAppend(beside: log)),
      let bytes = try? file.bytes(from: 0, atMost: Self.largest),
      let json = try? JSONParser.parse(bytes),
      let name = json["log"]?.string, Path.parent(name) == Path.parent(log),
      let mark = Mark(json), let size = json["size"]?.integer, size >= 0
    else { return nil }
    self.init(log: name, mark: mark, size: size)
  }

  /// Whether the lines from its first one on are this append's, as far as there are any, and none
  /// is its last. Appends follow one another, so that the first and the last whole line tell.
  private func isProved(in layout: StoreLayout) throws(DiaryError) -> Bool {
    let file = try OpenFile.reading(layout.log(log).path)
    if case .append(let id) = mark, try firstAppend(in: file) != id { return false }
    var length = Self.pieceSize
    while true {
      let from = max(size, try file.status().size - length)
      let piece = try file.bytes(from: from)
      if let last = Self.lastLine(in: piece, isWhole: from == size) {
        return switch mark {
        case .append(let id): last.append == id
        case .upTo(let sum): last.sum != sum
        }
      }
      guard from > size else { return append == nil }
      length *= 8
    }
  }

  /// The append of the first sound line from where they begin: before it may stand a torn one, or
  /// what a power cut took the bytes of.
  private func firstAppend(
    in file: borrowing OpenFile
  ) throws(DiaryError) -> ID<AppendIntent>? {
    var length = Self.pieceSize
    while true {
      let piece = try file.bytes(from: size, atMost: length)
      let found: ID<AppendIntent>?? = piece.withUnsafeBytes { piece in
        var start = 0
        while let end = piece[start...].firstIndex(of: 0x0A) {
          let line = UnsafeRawBufferPointer(rebasing: piece[start..<end])
          if RevisionLine.id(of: line) != nil { return .some(ChainLink(of: line)?.append) }
          start = end + 1
        }
        return nil
      }
      if let found { return found }
      guard piece.count == length else { return nil }
      length *= 8
    }
  }

  /// The last sound line; `nil` when none is found in the piece. Bytes are copied, for whoever adds
  /// them may take them back.
  private static func lastLine(
    in piece: [UInt8], isWhole: Bool
  ) -> (sum: ID<Revision>, append: ID<AppendIntent>?)? {
    piece.withUnsafeBytes { piece in
      var end = piece.lastIndex(of: 0x0A) ?? 0
      while end > 0 {
        let lineEnd = piece[..<end].lastIndex(of: 0x0A)
        guard let start = lineEnd.map({ $0 + 1 }) ?? (isWhole ? 0 : nil) else { break }
        let line = UnsafeRawBufferPointer(rebasing: piece[start..<end])
        if let sum = RevisionLine.id(of: line) { return (sum, ChainLink(of: line)?.append) }
        end = max(0, start - 1)
      }
      return nil
    }
  }

  /// Where a log ends, of which so much is there; `size` was asked for before this, so that what was
  /// added meanwhile isn't in it.
  static func end(of log: String, _ size: Int, in layout: StoreLayout) -> Int {
    guard let unfinished = AppendIntent(beside: log, in: layout), unfinished.log == log else {
      return size
    }
    return min(size, unfinished.size)
  }

  /// Puts it there. When this returns, it survives a power cut.
  func write(to layout: StoreLayout) throws(DiaryError) {
    let json = JSONValue.object(
      [
        JSONMember("log", .string(log)), mark.member, JSONMember("size", .integer(size)),
      ])
    try DurableFile.write(
      JSONWriter.bytes(json) + [0x0A], to: layout.unfinishedAppend(beside: log))
  }

  /// Takes it away. When this returns, the lines are there for good.
  func remove(from layout: StoreLayout) throws(DiaryError) {
    try Self.remove(layout.unfinishedAppend(beside: log))
  }

  /// Takes back what somebody who was killed had added to a log of the same device. The caller holds
  /// the store's lock, and is that device.
  static func rollBack(beside log: String, in layout: StoreLayout) throws(DiaryError) {
    let path = layout.unfinishedAppend(beside: log)
    guard FileSystem.status(of: path) != nil else { return }
    if let unfinished = AppendIntent(beside: log, in: layout) {
      let file = try OpenFile(layout.log(unfinished.log).path, .readWrite)
      try file.truncate(to: unfinished.size)
      try file.sync()
    } else if let noted = AppendIntent(notedBeside: log, in: layout),
      let file = try? OpenFile(layout.log(noted.log).path, .readWrite)
    {
      // All its lines are there, but whoever added them may have been killed before they were on the
      // disk: without the note, a power cut could then leave a part of them.
      try file.sync()
    }
    try remove(path)
  }

  private static func remove(_ path: String) throws(DiaryError) {
    try FileSystem.remove(path)
    try FileSystem.sync(folder: Path.parent(path))
  }
}

extension AppendIntent.Mark {
  private static let (appendName, lastName) = ("append", "last")

  fileprivate init?(_ json: JSONValue) {
    if let id = json[Self.appendName]?.string.flatMap({ ID<AppendIntent>($0) }) {
      self = .append(id)
    } else if let sum = json[Self.lastName]?.string.flatMap({ ID<Revision>($0) }) {
      self = .upTo(sum)
    } else {
      return nil
    }
  }

  fileprivate var member: JSONMember {
    switch self {
    case .append(let id): JSONMember(Self.appendName, .string(id.description))
    case .upTo(let sum): JSONMember(Self.lastName, .string(sum.description))
    }
  }
}
