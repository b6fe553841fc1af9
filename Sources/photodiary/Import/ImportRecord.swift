import DiaryCore
import DiaryStore

/// What the last import of this machine brought into a diary, in a small file of the person's own:
/// by it, the import can be taken back as one.
struct ImportRecord {
  /// `<state>/imports/<key of the store>.jsonl`
  let file: OutsideFile

  /// Notes an import in the place of the one before. What can't be written is no fault of the import.
  func record(_ saved: [SavedState], updated: Set<ID<Entry>> = []) {
    guard !saved.isEmpty else { return }
    var text: [UInt8] = []
    for state in saved {
      let line: [JSONValue] = [
        .string(state.entry.description), .string(state.revision.description),
        .bool(updated.contains(state.entry)),
      ]
      text += JSONWriter.bytes(.array(line)) + [0x0A]
    }
    try? file.write(text)
  }

  /// The states that the import saved, and those of entries that were there before.
  func read() -> (saved: [SavedState], updated: Set<ID<Entry>>)? {
    guard let text = file.bytes(atMost: .max) else { return nil }
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

  func remove() { file.remove() }
}
