import DiaryCore
import Localization
import System

/// `journals/`: a file for each device, so that copies of a diary merge by putting them together. The
/// newest decision about a name counts, as far as its clock is believed.
struct JournalFolder {
  let layout: StoreLayout

  /// The newest decisions. A file that can't be read has nothing to say; a check tells of it.
  func lines(_ horizon: ClockHorizon) throws(DiaryError) -> [JournalFile.Line] {
    var newest: [String: JournalFile.Line] = [:]
    for name in try FileSystem.names(in: layout.journals) {
      guard let device = StoreLayout.device(ofJournals: name), let file = try file(of: device)
      else { continue }
      for line in file.lines {
        let key = line.record.name.lowercased()
        // Of equally old ones always the same.
        if let known = newest[key],
          horizon.holds(known.clock) == horizon.holds(line.clock)
            ? (known.clock, known.record.name) >= (line.clock, line.record.name)
            : horizon.holds(known.clock)
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
    if FileSystem.status(of: path) != nil {
      guard let known = try read(path) else {
        throw .store(
          path: path,
          .damaged(
            localized("it isn't a list of journals; `photodiary verify --repair` moves it aside")))
      }
      file = known
    }
    let horizon = ClockHorizon(at: now())
    var clock = try lines(horizon).reduce(clock) { horizon.later($0, $1.clock) }
    for record in records {
      clock = clock.next(at: now())
      file.put(record, clock: clock)
    }
    if FileSystem.status(of: layout.journals) == nil {
      try FileSystem.makeFolders(layout.journals)
      // One that was written by an earlier program doesn't explain the folder.
      try StoreFormat.write(to: layout)
    }
    try DurableFile.write(file.bytes, to: path)
  }

  /// What a device's file says, but for a change that isn't done.
  private func file(of device: ID<Device>) throws(DiaryError) -> JournalFile? {
    let file = try read(layout.journals(of: device))
    guard var before = AppendIntent.journals(of: device, in: layout) else { return file }
    return before.withUTF8 { JournalFile(UnsafeRawBufferPointer($0)) }
  }

  /// The text of the file of the device that a log belongs to; blank if it has none.
  func text(besideLog log: String) throws(DiaryError) -> String {
    guard let device = StoreLayout.device(ofLog: log) else { return "" }
    let path = layout.journals(of: device)
    guard FileSystem.status(of: path) != nil else { return "" }
    return String(decoding: try OpenFile.reading(path).bytes(from: 0), as: UTF8.self)
  }

  /// The files with their bytes, by their paths within the store, but for a change that isn't done.
  func files() throws(DiaryError) -> [(path: String, bytes: [UInt8])] {
    var files: [(String, [UInt8])] = []
    for name in try FileSystem.files(below: layout.journals) {
      let path = Path.join(layout.journals, name)
      var bytes = try OpenFile.reading(path).bytes(from: 0)
      if let device = StoreLayout.device(ofJournals: name),
        let before = AppendIntent.journals(of: device, in: layout)
      {
        bytes = Array(before.utf8)
      }
      if !bytes.isEmpty { files.append((layout.relative(path), bytes)) }
    }
    return files
  }

  /// `nil` when it is no such file.
  func read(_ path: String) throws(DiaryError) -> JournalFile? {
    // A pipe would block, a folder can't be mapped.
    guard FileSystem.status(of: path)?.isRegularFile == true else { return nil }
    let file = try MappedFile(path)
    return withExtendedLifetime(file) { JournalFile(file.bytes) }
  }
}
