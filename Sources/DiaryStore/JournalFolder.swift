import DiaryCore
import System

/// The folder `journals/` of version 0.1.0, with a file for each device. Its contents apply in
/// addition to the records in the logs, and are written there with the next decision about a
/// journal.
struct JournalFolder {
  let layout: StoreLayout

  /// Returns the decisions in all files. Unreadable files are skipped; a check reports them.
  func lines() throws -> [JournalLine] {
    var lines: [JournalLine] = []
    for name in try FileSystem.names(in: layout.journals)
    where StoreLayout.device(ofJournals: name) != nil {
      lines += try read(Path.join(layout.journals, name))?.lines ?? []
    }
    return lines
  }

  /// Returns the files' bytes by their paths within the store.
  func files() throws -> [(path: String, bytes: [UInt8])] {
    try FileSystem.files(below: layout.journals).map { name in
      let path = Path.join(layout.journals, name)
      return (layout.relative(path), try OpenFile.reading(path).bytes(from: 0))
    }
  }

  /// Removes the readable files, whose contents are in the logs now. A file that remains does no
  /// harm.
  func remove() {
    for name in (try? FileSystem.names(in: layout.journals)) ?? [] {
      let path = Path.join(layout.journals, name)
      if (try? read(path)) != nil { try? FileSystem.remove(path) }
    }
  }

  /// Reads a file, or returns `nil` if it isn't a journal file.
  func read(_ path: String) throws -> JournalFile? {
    // Opening a pipe would block, and a folder can't be mapped.
    guard FileSystem.status(of: path)?.isRegularFile == true else { return nil }
    let file = try MappedFile(path)
    let journal = JournalFile(file.bytes)
    try file.requireBytes()
    return journal
  }
}

/// A device's file in `journals/`, in which version 0.1.0 stored decisions about journals, each
/// with its clock. Today they are records in the logs.
struct JournalFile: Hashable, Sendable {
  let lines: [JournalLine]

  /// The maximum size in bytes, far more than anyone's journals need.
  private static let maxSize = 16 << 20

  /// Parses a file, or returns `nil` if it isn't valid.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count <= Self.maxSize, let json = try? JSONParser.parse(bytes),
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
