import DiaryCore
import System

/// `journals/`, as version 0.1.0 kept it: a file for each device. What they say counts beside the
/// records of the logs, and is written there with the next decision about a journal.
struct JournalFolder {
  let layout: StoreLayout

  /// All that the files say. One that can't be read has nothing to say; a check tells of it.
  func lines() throws(DiaryError) -> [JournalLine] {
    var lines: [JournalLine] = []
    for name in try FileSystem.names(in: layout.journals)
    where StoreLayout.device(ofJournals: name) != nil {
      lines += try read(Path.join(layout.journals, name))?.lines ?? []
    }
    return lines
  }

  /// The files with their bytes, by their paths within the store.
  func files() throws(DiaryError) -> [(path: String, bytes: [UInt8])] {
    try FileSystem.files(below: layout.journals).map { name throws(DiaryError) in
      let path = Path.join(layout.journals, name)
      return (layout.relative(path), try OpenFile.reading(path).bytes(from: 0))
    }
  }

  /// Takes the files away that could be read, for the logs say now what they said. One that stays does
  /// no harm.
  func remove() {
    for name in (try? FileSystem.names(in: layout.journals)) ?? [] {
      let path = Path.join(layout.journals, name)
      if (try? read(path)) != nil { try? FileSystem.remove(path) }
    }
  }

  /// `nil` when it is no such file.
  func read(_ path: String) throws(DiaryError) -> JournalFile? {
    // A pipe would block, a folder can't be mapped.
    guard FileSystem.status(of: path)?.isRegularFile == true else { return nil }
    let file = try MappedFile(path)
    let journal = JournalFile(file.bytes)
    try file.requireBytes()
    return journal
  }
}

/// A device's file in `journals/`, where version 0.1.0 wrote what was decided there about journals,
/// each with its clock. Now lines of the logs tell that.
struct JournalFile: Hashable, Sendable {
  let lines: [JournalLine]

  /// Journals are few: in bytes, more than any person has.
  private static let largest = 16 << 20

  /// `nil` when the bytes aren't such a file, or one of its records isn't one.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count <= Self.largest, let json = try? JSONParser.parse(bytes),
      let records = json["journals"]?.array
    else { return nil }
    lines = records.compactMap { json in
      guard let clock = json["clock"]?.string.flatMap({ HybridClock($0) }),
        let decision = JournalDecision(json)
      else { return nil }
      return JournalLine(decision: decision, clock: clock)
    }
    guard lines.count == records.count else { return nil }
  }
}
