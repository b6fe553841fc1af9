import DiaryCore
import Glibc

/// What the last import of this machine brought into a diary, in a small file of the person's own:
/// by it, the import can be taken back as one.
struct ImportRecord {
  /// `<state>/imports/<key of the store>.jsonl`
  let path: String

  /// Notes an import in the place of the one before. What can't be written is no fault of the import.
  func note(_ saved: [SavedState], updated: Set<ID<Entry>> = []) {
    guard !saved.isEmpty else { return }
    Folders.make(String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]))
    let temporary = path + ".tmp"
    unlink(temporary)
    let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { return }
    defer { close(file) }
    var text: [UInt8] = []
    for state in saved {
      let line: [JSONValue] = [
        .string(state.entry.description), .string(state.revision.description),
        .bool(updated.contains(state.entry)),
      ]
      text += JSONWriter.bytes(.array(line)) + [0x0A]
    }
    var done = 0
    while done < text.count {
      let count = text.withUnsafeBytes { bytes in
        write(file, bytes.baseAddress.map { $0 + done }, bytes.count - done)
      }
      guard count > 0 else {
        unlink(temporary)
        return
      }
      done += count
    }
    if rename(temporary, path) != 0 { unlink(temporary) }
  }

  /// The states that the import saved, and those of entries that were there before.
  func read() -> (saved: [SavedState], updated: Set<ID<Entry>>)? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var text: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 20)
    while case let count = Glibc.read(file, &piece, piece.count), count > 0 {
      text += piece[..<count]
    }
    var saved: [SavedState] = []
    var updated: Set<ID<Entry>> = []
    for line in text.split(separator: 0x0A) {
      guard let parts = try? JSONParser.parse(Array(line)).array, parts.count == 3,
        let entry = parts[0].string.flatMap({ ID<Entry>($0) }),
        let revision = parts[1].string.flatMap({ ID<Revision>($0) })
      else { continue }
      saved.append(SavedState(entry: entry, revision: revision))
      if parts[2].bool == true { updated.insert(entry) }
    }
    return saved.isEmpty ? nil : (saved, updated)
  }

  func remove() { unlink(path) }
}
