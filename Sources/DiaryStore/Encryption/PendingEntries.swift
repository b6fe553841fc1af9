import Crypto
import DiaryCore
import Synchronization
import System
import Text

/// Entries added while the store was locked, which needs only its public key. Each is sealed in a
/// folder with its photos and attachments until the store is unlocked.
package struct PendingEntries: Sendable {
  private let layout: StoreLayout

  package init(of layout: StoreLayout) { self.layout = layout }

  private static let entryName = "entry.age"
  private static func fileName(_ number: Int) -> String { "\(number).age" }

  /// The number of pending entries.
  package var count: Int { folders.count }

  private var folders: [String] {
    ((try? FileSystem.names(in: layout.waiting)) ?? []).filter { ID<Entry>($0) != nil }
  }

  /// Returns the files of all pending entries, by their paths within the store.
  ///
  /// - Throws: an error if a folder can't be read.
  func files() throws -> [String] {
    try FileSystem.files(below: layout.waiting).filter { ID<Entry>(Path.parent($0)) != nil }
      .map { layout.relative(Path.join(layout.waiting, $0)) }
  }

  // MARK: Adding

  /// Collects the files of an entry in a temporary folder, which is removed on `deinit` unless the
  /// entry was added.
  package final class Batch: AssetBatch {
    private let layout: StoreLayout
    fileprivate let folder: String
    private let files = Mutex<[AssetID]>([])

    fileprivate init(of layout: StoreLayout) throws {
      self.layout = layout
      try FileSystem.makeFolders(layout.waiting)
      folder = Path.join(layout.waiting, DurableFile.temporaryName)
      try FileSystem.makeFolder(folder)
    }

    deinit { FileSystem.removeTree(folder) }

    package func add(
      from path: String, type: MediaType, isExclusive: Bool
    ) async throws -> (asset: AssetID, size: Int, existed: Bool) {
      let input = try AssetFolder.open(path)
      var output = try StoreOutput(in: folder, of: layout)
      var size = 0
      let asset = try AssetFolder.asset(of: input) { piece in
        try output.write(piece)
        size += piece.count
      }
      let number = files.withLock { files in
        files.append(asset)
        return files.count
      }
      try output.commit(as: Path.join(folder, PendingEntries.fileName(number)))
      return (asset, size, false)
    }

    package func commit(_ wanted: Set<AssetID>) async throws {}
    package func discard() async { FileSystem.removeTree(folder) }

    /// Returns the number in the name of an asset's file.
    fileprivate func number(of asset: AssetID) -> Int? {
      files.withLock { $0.firstIndex(of: asset) }.map { $0 + 1 }
    }
  }

  /// Creates a batch for the files of one entry.
  ///
  /// - Throws: an error if its folder can't be created.
  package func batch() throws -> Batch { try Batch(of: layout) }

  /// Adds an entry whose files are in the batch, and returns its ID. The entry survives a power cut
  /// when this returns.
  ///
  /// - Throws: `DiaryError.emptyEntry` if there is no content, `StoreError.converted` if another
  ///   program has replaced the store, or the error of sealing or writing.
  package func add(_ fields: EntryFields, _ batch: Batch, at now: Timestamp) throws -> ID<Entry> {
    let fields = fields.normalized
    guard !fields.isEmpty else { throw DiaryError.emptyEntry }
    // Another program that is replacing the store no longer copies entries.
    let lock = try FileLock(layout.lock)
    guard lock.isInPlace, FileSystem.exists(batch.folder) else {
      throw DiaryError.store(path: layout.root, .converted)
    }
    let id = ID<Entry>.random()
    let entry = Entry(id: id, fields: fields, author: .unassigned, created: now, modified: now)
    let json = JSONValue.object([
      JSONMember(
        "files",
        .array(fields.files.map { .integer(batch.number(of: $0.asset) ?? 0) })),
      JSONMember("time", .string(now.description)),
      JSONMember("entry", .object(entry.storedMembers { _ in nil })),
    ])
    try layout.write(
      JSONWriter.bytes(json) + [0x0A], to: Path.join(batch.folder, Self.entryName))
    try FileSystem.rename(batch.folder, to: Path.join(layout.waiting, id.description))
    try FileSystem.sync(folder: layout.waiting)
    _ = consume lock
    return id
  }

  // MARK: Importing

  /// Adds the pending entries to the unlocked diary and returns their number. Those that can't be
  /// added stay in place, and are among the `issues`. One with damaged files is added without them,
  /// and its folder is set aside. A backup stays unchanged.
  @discardableResult
  package func importAll(into diary: DiaryService) async -> Int {
    // The manifest of a backup lists their files.
    guard !FileSystem.exists(layout.backupManifest) else { return 0 }
    var count = 0
    var result = PendingImport()
    for name in folders {
      guard let id = ID<Entry>(name) else { continue }
      let folder = Path.join(layout.waiting, name)
      let (entry, damaged): (Entry, [String])
      do { (entry, damaged) = try await importEntry(id, in: folder, by: diary) } catch {
        result.failed.insert(id)
        if case .store = DiaryError(error) {} else { result.refused.insert(id) }
        continue
      }
      count += 1
      if damaged.isEmpty {
        // In one step, because an entry of which only some files are left would be reported.
        let removed = Path.join(layout.waiting, DurableFile.temporaryName)
        try? FileSystem.rename(folder, to: removed)
        FileSystem.removeTree(removed)
      } else if let place = try? Quarantine(layout: layout).move(layout.relative(folder)) {
        result.incomplete.append((entry.displayTitle, damaged, layout.file(place)))
      }
    }
    layout.cipher.lastImport = result
    if count > 0 { try? FileSystem.sync(folder: layout.waiting) }
    return count
  }

  /// Adds a pending entry. Returns it with the names of its damaged files. Retrying after a crash
  /// doesn't add it twice, because its ID is kept.
  private func importEntry(
    _ id: ID<Entry>, in folder: String, by diary: DiaryService
  ) async throws -> (entry: Entry, damaged: [String]) {
    let (entry, files) = try read(id, in: folder)
    var damage: [AssetFile: any Error] = [:]
    for (file, source) in files {
      let memory: Descriptor
      do {
        memory = try Descriptor.memory("photo")
      } catch {
        throw SystemError(.making, source, error)
      }
      defer { memory.close() }
      do {
        try layout.forEachPiece(of: source) { piece in
          do throws(ErrorNumber) { try memory.write(piece) } catch {
            throw SystemError(.writing, source, error)
          }
        }
      } catch {
        switch DiaryError(error) {
        case .store(_, .damaged), .store(_, .missing): damage[file] = error
        default: throw error
        }
        continue
      }
      // On systems where the path refers to the same open file, reading starts at its current
      // position.
      try? memory.seek(to: 0)
      try await diary.storeFile(at: memory.path, as: file)
    }
    let names =
      entry.photos.filter { damage[$0.file] != nil }.map(\.name)
      + entry.attachments.filter { damage[$0.file] != nil }.map(\.name)
    var fields = entry.fields
    fields.photos.removeAll { damage[$0.file] != nil }
    fields.attachments.removeAll { damage[$0.file] != nil }
    if fields.isEmpty, let error = damage.values.first { throw error }
    let author = try await diary.author()
    _ = try await diary.addImported([
      Entry(
        id: id, fields: fields, author: author.id, created: entry.created,
        modified: entry.created)
    ])
    return (entry, names)
  }

  /// The entries that the last import added without their damaged files, a line for each.
  package var warnings: [String] {
    layout.cipher.lastImport.incomplete.map { title, files, folder in
      localized(
        """
        “\(title)”, which you added while the diary was locked, was added without \
        \(files.joined(separator: ", ")), which can't be read. What you had added is kept in \
        \(folder).
        """
      ).printable
    }
  }

  /// Reads a pending entry. Returns it with its files and their paths.
  ///
  /// - Throws: an error if it can't be read or opened, or isn't an entry.
  private func read(
    _ id: ID<Entry>, in folder: String
  ) throws -> (entry: Entry, files: [(file: AssetFile, path: String)]) {
    let path = Path.join(folder, Self.entryName)
    let bytes = try layout.decryptedBytes(of: path)
    guard let json = try? JSONParser.parse(bytes), let members = json["entry"],
      let time = json["time"]?.string.flatMap({ Timestamp($0) }),
      let numbers = json["files"]?.array?.map(\.integer),
      var entry = Entry(id: id, json: members, isKnown: { _ in true })
    else { throw DiaryError.store(path: path, .damaged("")) }
    entry.created = time
    let files = try zip(entry.files, numbers).map { file, number in
      guard let number else { throw DiaryError.store(path: path, .damaged("")) }
      return (file, Path.join(folder, Self.fileName(number)))
    }
    return (entry, files)
  }

  // MARK: Checking

  /// The entries that can't be imported although the store is unlocked, each with its first file
  /// that can't be opened, or that of its text if the last import failed for another reason.
  package var issues: [StoreIssue] {
    guard layout.isEncrypted, layout.cipher.keyring != nil else { return [] }
    return folders.compactMap { name in
      let folder = Path.join(layout.waiting, name)
      // Another program may be importing the entry at this moment.
      guard let id = ID<Entry>(name),
        let path = unopenedFile(of: id, in: folder) ?? unimportedFile(of: id, in: folder),
        FileSystem.exists(folder)
      else { return nil }
      return StoreIssue(.unopenedEntry, layout.relative(path), entry: id)
    }
  }

  /// `true` if one of the pending entries may still be imported: all of its files can be opened,
  /// and the diary hasn't refused it.
  var hasImportable: Bool {
    folders.contains { name in
      guard let id = ID<Entry>(name), !layout.cipher.lastImport.refused.contains(id) else {
        return false
      }
      return unopenedFile(of: id, in: Path.join(layout.waiting, name)) == nil
    }
  }

  /// Returns the path of the first file of a pending entry that can't be opened, or `nil`.
  private func unopenedFile(of id: ID<Entry>, in folder: String) -> String? {
    guard let (_, files) = try? read(id, in: folder) else {
      return Path.join(folder, Self.entryName)
    }
    return files.first { (try? layout.forEachPiece(of: $0.path) { _ in }) == nil }?.path
  }

  private func unimportedFile(of id: ID<Entry>, in folder: String) -> String? {
    layout.cipher.lastImport.failed.contains(id) ? Path.join(folder, Self.entryName) : nil
  }
}

/// The pending entries that an import didn't add completely.
struct PendingImport: Sendable {
  /// The entries that couldn't be added.
  var failed: Set<ID<Entry>> = []
  /// The entries among them that the diary doesn't accept, as those of a person who was removed.
  /// Trying again doesn't help.
  var refused: Set<ID<Entry>> = []
  /// The titles of entries that were added without damaged files, with the names of these and the
  /// path of the folder with all files.
  var incomplete: [(title: String, files: [String], folder: String)] = []
}
