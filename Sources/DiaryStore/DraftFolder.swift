import Crypto
import DiaryCore
import System

/// The drafts of this machine as files, one for each draft, outside the store.
///
/// A program holds a lock next to each draft that it is editing, so that only abandoned drafts are
/// offered, and never changes a draft that another program has locked. Discarded drafts are kept
/// with the time of that, and removed some time later.
package actor DraftFolder: DraftStoring {
  private let folder: String
  private let layout: StoreLayout?
  private let now: @Sendable () -> Timestamp
  private var locks: [ID<Draft>: Lock] = [:]
  /// The IDs under which this program stores drafts that another one has locked or changed.
  private var copies: [ID<Draft>: ID<Draft>] = [:]

  /// A lock in a dictionary.
  private final class Lock {
    let file: FileLock
    init(_ file: consuming FileLock) { self.file = file }
  }

  /// Creates a keeper of the drafts in a folder, which may not exist yet.
  ///
  /// - Parameters:
  ///   - folder: `<state>/drafts/<key of the store>`.
  ///   - layout: the store whose keys encrypt the drafts; `nil` for unencrypted drafts.
  package init(
    folder: String, of layout: StoreLayout? = nil, now: @escaping @Sendable () -> Timestamp
  ) {
    self.folder = folder
    self.layout = layout
    self.now = now
  }

  /// Locks a draft that this program continues. Returns `false` if another program is editing it or
  /// has changed it, or if its file can't be read. It is then stored separately from now on, so
  /// that both texts are kept.
  package func claim(_ draft: Draft) -> Bool {
    guard copies[draft.id] == nil, locks[draft.id] == nil else { return true }
    if lock(draft.id) {
      let stored = read(draft.id)?.draft
      if stored == draft || stored == nil && !FileSystem.exists(file(draft.id).path) { return true }
      locks[draft.id] = nil
    }
    copies[draft.id] = .random()
    return false
  }

  /// Writes a draft and locks it until it is removed or discarded. If another program is editing
  /// it, stores it under another ID.
  ///
  /// - Throws: an error if the file can't be written.
  package func save(_ draft: Draft) throws {
    try FileSystem.makeFolders(folder)
    try file(lockedID(of: draft)).write(JSONWriter.bytes(Self.json(draft)))
  }

  /// Removes a draft, after its entry was saved. A draft that another program is editing stays.
  package func remove(_ id: ID<Draft>) {
    let stored = copies[id] ?? id
    guard locks[stored] != nil || !FileLock.isHeld(lockPath(stored)) else { return }
    file(stored).remove()
    unlock(id)
  }

  /// Marks a draft as discarded now and unlocks it. Returns the ID under which it is stored.
  ///
  /// - Throws: an error if the file can't be written.
  @discardableResult
  package func discard(_ draft: Draft) throws -> ID<Draft> {
    try FileSystem.makeFolders(folder)
    _ = claim(draft)
    let stored = lockedID(of: draft)
    try file(stored).write(JSONWriter.bytes(Self.json(draft, discarded: now())))
    unlock(draft.id)
    return stored
  }

  // MARK: Locks

  /// Returns the ID under which a draft is stored, after locking it.
  private func lockedID(of draft: Draft) -> ID<Draft> {
    while true {
      let stored = copies[draft.id] ?? draft.id
      if lock(stored) { return stored }
      copies[draft.id] = .random()
    }
  }

  /// Locks a stored draft. Returns `false` if another program is editing it.
  private func lock(_ stored: ID<Draft>) -> Bool {
    guard locks[stored] == nil else { return true }
    do {
      while true {
        guard let lock = try FileLock(ifFree: lockPath(stored)) else { return false }
        // The program that held the lock may have removed its file since it was opened here.
        guard lock.isInPlace else { continue }
        locks[stored] = Lock(lock)
        return true
      }
    } catch {
      // A draft that can't be locked is stored anyway.
      return true
    }
  }

  private func unlock(_ id: ID<Draft>) {
    let stored = copies.removeValue(forKey: id) ?? id
    // Before the lock is released, so that no program locks a file that is about to be removed.
    FileSystem.unlink(lockPath(stored))
    locks[stored] = nil
  }

  /// Returns the abandoned drafts, the newest first.
  package func remaining() -> [Draft] {
    let files = files()
    // Removes outdated drafts here, because this runs once in each run of the program.
    for case (let draft, let time?) in files
    where !DiscardedDraft(draft, at: time).isRestorable(at: now()) { remove(draft.id) }
    return files.filter { $0.discarded == nil }.map(\.draft)
  }

  /// Returns the discarded drafts that are still kept, the newest first.
  package func discarded() -> [DiscardedDraft] {
    files().compactMap { file in file.discarded.map { DiscardedDraft(file.draft, at: $0) } }
      .filter { $0.isRestorable(at: now()) }
  }

  /// Returns the drafts that no program is editing, the newest first.
  private func files() -> [(draft: Draft, discarded: Timestamp?)] {
    let names = (try? FileSystem.names(in: folder)) ?? []
    let found = names.compactMap { name -> (time: FileTime, draft: Draft, discarded: Timestamp?)? in
      guard let id = Self.id(name), !isBeingWritten(id),
        case let file = file(id), Path.name(file.path) == name,
        let status = FileSystem.status(of: file.path),
        let draft = read(id)
      else { return nil }
      return (status.modified, draft.draft, draft.discarded)
    }
    return found.sorted { $1.time < $0.time }.map { ($0.draft, $0.discarded) }
  }

  /// Returns the files of all drafts in a folder, including those being edited.
  ///
  /// - Throws: an error if the folder can't be read.
  package static func files(in folder: String, of layout: StoreLayout) throws -> [ExternalFile] {
    Set(try FileSystem.names(in: folder).compactMap(id)).map { id in
      ExternalFile(Path.join(folder, "\(id).json"), of: layout)
    }
  }

  /// Returns the photos and attachments of all drafts in the folders within `folder`, including
  /// drafts being edited.
  ///
  /// Drafts encrypted for another diary are skipped: their photos aren't in this one.
  ///
  /// - Throws: `DiaryError.draft` if a draft can't be read, because its photos are unknown then;
  ///   an error if a folder can't be read.
  static func assets(ofDraftsIn folder: String, for layout: StoreLayout) throws -> Set<AssetID> {
    var assets: Set<AssetID> = []
    for name in try FileSystem.names(in: folder) {
      let drafts = Path.join(folder, name)
      let files: [String]
      do {
        files = try FileSystem.names(in: drafts)
      } catch {
        guard error.number == .notAFolder else { throw error }
        continue
      }
      for file in files {
        guard let id = id(file) else { continue }
        do {
          let path = Path.join(drafts, file)
          guard let bytes = try decryptedBytes(at: path, for: layout) else { continue }
          guard let (draft, _) = read(id, bytes) else { throw DiaryError.draft(path: path) }
          assets.formUnion(draft.fields.files.map(\.asset))
        } catch {
          guard case .store(_, .missing) = DiaryError(error) else { throw error }
          // The draft has just been saved or discarded.
          continue
        }
      }
    }
    return assets
  }

  /// Returns the ID of the draft in a file with this name.
  private static func id(_ name: String) -> ID<Draft>? {
    [".json", ExternalFile.sealedExtension].lazy.compactMap { ending in
      name.hasSuffix(ending) ? ID<Draft>(name.dropLast(ending.count)) : nil
    }.first
  }

  /// Returns the decrypted bytes of a draft, or `nil` if it is encrypted for another diary.
  private static func decryptedBytes(at path: String, for layout: StoreLayout) throws -> [UInt8]? {
    let bytes = try OpenFile.reading(path).bytes(from: 0)
    guard path.hasSuffix(ExternalFile.sealedExtension) else { return bytes }
    guard let key = layout.cipher.keyring?.decryptionKey else { return nil }
    do {
      return try AgeReader.open(bytes, with: key)
    } catch .noMatchingIdentity {
      return nil
    } catch {
      throw DiaryError.draft(path: path)
    }
  }

  private func file(_ id: ID<Draft>) -> ExternalFile {
    ExternalFile(Path.join(folder, "\(id).json"), of: layout)
  }
  private func lockPath(_ id: ID<Draft>) -> String { Path.join(folder, "\(id).lock") }

  private func isBeingWritten(_ id: ID<Draft>) -> Bool {
    locks[id] != nil || FileLock.isHeld(lockPath(id))
  }

  private func read(_ id: ID<Draft>) -> (draft: Draft, discarded: Timestamp?)? {
    file(id).bytes().flatMap { Self.read(id, $0) }
  }

  /// Returns `nil` if the bytes aren't a draft.
  private static func read(
    _ id: ID<Draft>, _ bytes: [UInt8]
  ) -> (draft: Draft, discarded: Timestamp?)? {
    guard let json = try? JSONParser.parse(bytes), let draft = draft(id, json) else { return nil }
    return (draft, json["discarded"]?.string.flatMap { Timestamp($0) })
  }

  // MARK: JSON: an entry's members, and the entry and diary of the draft

  private static func json(_ draft: Draft, discarded: Timestamp? = nil) -> JSONValue {
    let entry = Entry(
      id: ID(high: 0, low: 0), fields: draft.fields, author: .unassigned,
      created: Timestamp(milliseconds: 0), modified: Timestamp(milliseconds: 0))
    var members = [
      JSONMember("entry", .optional(draft.entry?.description)),
      JSONMember("base", .array(draft.base.map { .string($0.description) })),
      JSONMember("dateText", .string(draft.dateText)),
    ]
    // The user's own diary has no name.
    if let diary = draft.diary { members.append(JSONMember("diary", .string(diary.name ?? ""))) }
    if let discarded { members.append(JSONMember("discarded", .string(discarded.description))) }
    return .object(members + entry.storedMembers { _ in nil })
  }

  private static func draft(_ id: ID<Draft>, _ json: JSONValue) -> Draft? {
    guard let entry = Entry(id: ID(high: 0, low: 0), json: json, isKnown: { _ in true }) else {
      return nil
    }
    return Draft(
      id: id, entry: json["entry"]?.string.flatMap { ID<Entry>($0) },
      base: json["base"]?.array?.compactMap { $0.string.flatMap { ID<Revision>($0) } } ?? [],
      fields: entry.fields, dateText: json["dateText"]?.string ?? entry.date.description,
      diary: json["diary"]?.string.map { DiaryName($0.isEmpty ? nil : $0) })
  }
}
