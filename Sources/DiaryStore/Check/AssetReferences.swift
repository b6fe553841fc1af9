import DiaryCore
import System

/// Every file that a revision names, old ones too, by its path within the store; brought up to
/// date by reading only what logs have gained.
struct AssetReferences {
  let layout: StoreLayout
  /// Those of which it is to be known whether anything unreadable names them.
  let orphans: Set<AssetID>
  private var files: Set<String> = []
  private var read: [String: LogPosition] = [:]
  /// The orphans whose names stand where no revision can be read.
  private var doubtful: Set<AssetID> = []
  /// What was read of `set-aside/`.
  private var quarantine: [String: LogEnd] = [:]

  init(layout: StoreLayout, orphans: Set<AssetID>) {
    self.layout = layout
    self.orphans = orphans
  }

  func contains(_ file: String) -> Bool { files.contains(file) }

  /// Whether something names an orphan that can't be read now but may be mended.
  func mayName(_ asset: AssetID) -> Bool { doubtful.contains(asset) }

  mutating func update() throws(DiaryError) {
    let reader = LogReader(layout: layout)
    for (name, _) in try reader.logs() {
      var start = 0
      if let known = read[name], reader.areUnchanged([name: known]) { start = known.offset }
      var end = start
      let file = try reader.forEachLine(of: name, from: start) { line in
        if !line.isTorn { end = line.place.offset + line.bytes.count + 1 }
        guard let revision = RevisionLine.decode(line.bytes) else {
          // What can't be opened may name any of them.
          let isOpen = !layout.isEncrypted || RevisionLine.id(of: line.bytes) != nil
          doubtful.formUnion(
            isOpen ? AssetNames.found(in: line.bytes, of: orphans) : orphans)
          return
        }
        files.formUnion(revision.entry.files.map(layout.relativePath))
      }
      read[name] = file.position(at: end)
    }
    try readSetAside(layout.quarantine)
  }

  private mutating func readSetAside(_ folder: String) throws(DiaryError) {
    for name in try FileSystem.names(in: folder) {
      let path = Path.join(folder, name)
      let found = try FileSystem.requiredOwnStatus(of: path)
      if found.isFolder {
        try readSetAside(path)
        continue
      }
      let end = LogEnd(size: found.size, inode: found.inode)
      guard found.isRegularFile, quarantine.updateValue(end, forKey: path) != end else { continue }
      let file = try layout.mapSetAside(path)
      // So may a piece of a log that can't be opened.
      if layout.isEncrypted, LogPiece(name) != nil { doubtful = orphans }
      doubtful.formUnion(AssetNames.found(in: file.bytes, of: orphans))
      try file.requireBytes()
    }
  }
}

/// The names of assets in bytes that can't be read as what they were.
enum AssetNames {
  private static let length = 64

  /// Those of the wanted assets whose digits stand anywhere. Bytes that can't belong to a name are
  /// leapt over, for what was set aside may be a large photo.
  static func found(
    in bytes: UnsafeRawBufferPointer, of wanted: Set<AssetID>
  ) -> Set<AssetID> {
    var found: Set<AssetID> = []
    guard !wanted.isEmpty else { return found }
    var place = length - 1
    while place < bytes.count {
      guard isDigit(bytes[place]) else {
        place += length
        continue
      }
      var start = place
      while start > 0, isDigit(bytes[start - 1]) { start -= 1 }
      var end = place + 1
      while end < bytes.count, isDigit(bytes[end]) { end += 1 }
      // Damage may have joined other digits to a name.
      for first in start..<max(start, end - length + 1) {
        let text = String(decoding: bytes[first..<first + length], as: UTF8.self)
        if let asset = AssetID(text), wanted.contains(asset) { found.insert(asset) }
      }
      place = end + length
    }
    return found
  }

  private static func isDigit(_ byte: UInt8) -> Bool { hexadecimalValue(of: byte) != nil }
}
