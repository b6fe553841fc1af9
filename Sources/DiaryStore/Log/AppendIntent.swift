import DiaryCore
import System

/// A note next to a device's logs that contains the original size of a log to which several lines
/// are being appended.
///
/// While it exists, these lines aren't part of the diary. If the program that appends them is
/// killed, the next one that appends to a log of the device truncates them.
///
/// The note applies only if the lines confirm it: all of them but the last contain the ID of the
/// append or, for lines received from another device, the note contains the sum of the last one and
/// that line is missing. A note next to other lines is ignored, such as one next to a complete
/// import in a copy of the diary that was updated, or next to lines that were saved later.
struct AppendIntent: Hashable {
  /// The maximum size of a note, in bytes.
  private static let maxSize = 512

  /// The proof that all lines of the append are there.
  enum Mark: Hashable {
    /// All lines but the last contain this ID.
    case append(ID<AppendIntent>)
    /// The last line has this sum.
    case upTo(ID<Revision>)
  }

  /// The log's name: `<device>/<yyyy-mm>.jsonl`.
  let log: String
  let mark: Mark
  /// The log's size before the append, in bytes.
  let size: Int

  /// The number of bytes read at a time. A line's chain link is in its beginning.
  private static let pieceSize = 1 << 16

  init(log: String, mark: Mark, size: Int) {
    (self.log, self.mark, self.size) = (log, mark, size)
  }

  /// The ID in the lines of the append.
  var append: ID<AppendIntent>? {
    if case .append(let id) = mark { id } else { nil }
  }

  /// Reads the note next to a log, which may be about another log of the device. Returns `nil`
  /// unless the lines confirm it.
  ///
  /// - Throws: an error if the note or the log can't be read. The lines may be unfinished then.
  private init?(beside log: String, in layout: StoreLayout) throws {
    try self.init(notedBeside: log, in: layout)
    guard try isProved(in: layout) else { return nil }
  }

  /// Reads the note, confirmed by the lines or not.
  private init?(notedBeside log: String, in layout: StoreLayout) throws {
    guard
      let bytes = try Self.reading(
        layout.unfinishedAppend(beside: log), { try $0.bytes(from: 0, atMost: Self.maxSize) }),
      let json = try? JSONParser.parse(bytes),
      let name = json["log"]?.string, Path.parent(name) == Path.parent(log),
      LogReader.isLog(Path.name(name)),
      let mark = Mark(json), let size = json["size"]?.integer, size >= 0
    else { return nil }
    self.init(log: name, mark: mark, size: size)
  }

  /// Reads a regular file. Returns `nil` if there is none with this path.
  private static func reading<Value>(
    _ path: String, _ body: (borrowing OpenFile) throws -> Value
  ) throws -> Value? {
    do {
      guard let file = try OpenFile.existing(path) else { return nil }
      return try body(file)
    } catch let error as SystemError where error.reason == .notARegularFile {
      return nil
    }
  }

  /// Returns `true` if the existing lines after `size` belong to this append, and none of them is
  /// its last. Appends don't overlap, so it is enough to check the first and the last complete
  /// line.
  private func isProved(in layout: StoreLayout) throws -> Bool {
    try Self.reading(layout.log(log).path) { file in try isProved(by: file) } ?? false
  }

  private func isProved(by file: borrowing OpenFile) throws -> Bool {
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

  /// Returns the append of the first sound line after `size`, which may follow an incomplete line,
  /// or bytes that were lost in a power cut.
  private func firstAppend(in file: borrowing OpenFile) throws -> ID<AppendIntent>? {
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

  /// Returns the last sound line, or `nil` if the piece contains none. `piece` is a copy, because
  /// the program that appends may truncate the file at any time.
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

  /// Returns the end of a log, excluding an unfinished append. `size` must have been determined
  /// before the call, so that it doesn't include lines appended since.
  ///
  /// - Throws: an error if the note or the log can't be read.
  static func end(of log: String, _ size: Int, in layout: StoreLayout) throws -> Int {
    guard let unfinished = try AppendIntent(beside: log, in: layout), unfinished.log == log else {
      return size
    }
    return min(size, unfinished.size)
  }

  /// Writes the note. When this returns, it survives a power cut.
  func write(to layout: StoreLayout) throws {
    let json = JSONValue.object(
      [
        JSONMember("log", .string(log)), mark.member, JSONMember("size", .integer(size)),
      ])
    try DurableFile.write(
      JSONWriter.bytes(json) + [0x0A], to: layout.unfinishedAppend(beside: log))
  }

  /// Removes the note. When this returns, the lines are a permanent part of the diary.
  func remove(from layout: StoreLayout) throws {
    try Self.remove(layout.unfinishedAppend(beside: log))
  }

  /// Truncates the unfinished append of a killed program to a log of the same device. The caller
  /// holds the store's lock, and writes as that device.
  static func rollBack(beside log: String, in layout: StoreLayout) throws {
    let path = layout.unfinishedAppend(beside: log)
    guard try FileSystem.isPresent(path) else { return }
    if let unfinished = try AppendIntent(beside: log, in: layout) {
      let file = try OpenFile(layout.log(unfinished.log).path, .readWrite)
      try file.truncate(to: unfinished.size)
      try file.sync()
    } else if let noted = try AppendIntent(notedBeside: log, in: layout),
      case let path = layout.log(noted.log).path, try FileSystem.isPresent(path)
    {
      let file = try OpenFile(path, .readWrite)
      // All lines are there, but may not be on the disk. Without the note, a power cut could leave
      // only some of them.
      try file.sync()
    }
    try remove(path)
  }

  private static func remove(_ path: String) throws {
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
