import DiaryCore
import Glibc
import Words

/// `journals/`: a file for each device, so that copies of a diary merge by putting them together. The
/// newest decision about a name counts.
struct JournalFolder {
  let layout: StoreLayout

  /// The newest decisions. A file that can't be read has nothing to say; a check tells of it.
  func lines() throws(DiaryError) -> [JournalFile.Line] {
    var newest: [String: JournalFile.Line] = [:]
    for name in try SystemCalls.names(in: layout.journals)
    where StoreLayout.device(ofJournals: name) != nil {
      guard let file = try read(Path.join(layout.journals, name)) else { continue }
      for line in file.lines {
        let key = line.record.name.lowercased()
        // Of equally old ones always the same.
        if let known = newest[key],
          (known.clock, known.record.name) >= (line.clock, line.record.name)
        {
          continue
        }
        newest[key] = line
      }
    }
    return newest.values.sorted { ($0.clock, $0.record.name) < ($1.clock, $1.record.name) }
  }

  /// Puts decisions into this device's file. The caller holds the lock.
  func save(
    _ records: [JournalRecord], device: ID<Device>, clock: HybridClock,
    now: @Sendable () -> Timestamp
  ) throws(DiaryError) {
    let path = layout.journals(of: device)
    var file = JournalFile()
    if SystemCalls.information(path) != nil {
      guard let known = try read(path) else {
        throw .store(
          path: path,
          .damaged(
            localized("it is no list of journals; `photodiary verify --repair` moves it away")))
      }
      file = known
    }
    var clock = try lines().reduce(clock) { max($0, $1.clock) }
    for record in records {
      clock = clock.next(at: now())
      file.put(record, clock: clock)
    }
    if SystemCalls.information(layout.journals) == nil {
      try SystemCalls.makeFolders(layout.journals)
      // One that was written by an earlier program doesn't explain the folder.
      try StoreFormat.write(to: layout)
    }
    try DurableFile.write(file.bytes, to: path)
  }

  /// `nil` when it is no such file.
  func read(_ path: String) throws(DiaryError) -> JournalFile? {
    // A pipe would block, a folder can't be mapped.
    guard SystemCalls.information(path)?.isRegularFile == true else { return nil }
    let file = try MappedFile(path)
    return withExtendedLifetime(file) { JournalFile(file.bytes) }
  }
}
