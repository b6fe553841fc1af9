import Crypto
import DiaryCore
import DiaryStore
import Media
import Sync
import System
import Text

/// The files of a diary that this machine keeps outside of its folder. They are sealed while the
/// diary is encrypted; those that can be recreated are never in clear then.
struct ExternalFiles: Sendable {
  let layout: StoreLayout
  let folders: Folders
  let sync: SyncEngine

  var drafts: String { folders.drafts + "/" + layout.key }
  /// The folder of drafts while several diaries are shown as one, whichever comes first.
  var combinedDrafts: String { folders.drafts + "/together" }
  var combinedView: ExternalFile { ExternalFile(folders.views + "/together.json", of: layout) }
  var view: ExternalFile { ExternalFile(folders.views + "/\(layout.key).json", of: layout) }
  var imports: ExternalFile { ExternalFile(folders.imports + "/\(layout.key).jsonl", of: layout) }
  var positions: ExternalFile { ExternalFile(folders.positions + "/\(layout.key).bin", of: layout) }
  /// The positions of several diaries that are shown as one.
  var combinedPositions: ExternalFile {
    ExternalFile(folders.positions + "/together.bin", of: layout)
  }
  var prints: ExternalFile { ExternalFile(folders.prints + "/\(layout.key).bin", of: layout) }
  /// The prints of photos of several diaries that are shown as one.
  var combinedPrints: ExternalFile { ExternalFile(folders.prints + "/together.bin", of: layout) }
  /// The words of photos.
  var photoTexts: ExternalFile {
    ExternalFile(folders.photoTexts + "/\(layout.key).txt", of: layout)
  }
  /// The words of several diaries that are shown as one.
  var combinedPhotoTexts: ExternalFile {
    ExternalFile(folders.photoTexts + "/together.txt", of: layout)
  }
  var pictures: RenderCache {
    RenderCache(folder: folders.pictures, cipher: CacheCipher(of: layout))
  }

  /// The files that are sealed or decrypted with the diary and can be recreated.
  private var caches: [ExternalFile] {
    [
      view, combinedView, positions, combinedPositions, prints, combinedPrints, photoTexts,
      combinedPhotoTexts,
    ]
  }

  private func draftFiles() throws -> [ExternalFile] {
    try [drafts, combinedDrafts].flatMap { try DraftFolder.files(in: $0, of: layout) }
  }

  /// Seals files that are in clear though the diary is encrypted. Another program may have left
  /// them. Returns `false` if one can't be sealed.
  @discardableResult func seal() -> Bool {
    guard layout.isEncrypted else { return true }
    let drafts = try? draftFiles()
    let failed = ((drafts ?? []) + [imports] + caches).filter { !$0.seal() }
    return drafts != nil && failed.isEmpty
  }

  // MARK: Encrypting

  /// A file that exists while files in clear are yet to be sealed or removed, in case the program
  /// is killed before.
  private var mark: String { folders.encrypting + "/" + layout.key }

  /// Marks that all files in clear must be sealed or removed once the diary is encrypted.
  ///
  /// - Throws: `SystemError` if the mark can't be written.
  func beginEncrypting() throws(SystemError) {
    try FileSystem.makeFolders(Path.parent(mark))
    try DurableFile.write([], to: mark)
  }

  /// Removes the mark if the diary stays in clear. Encrypting may also have failed after the
  /// encrypted diary was put in place.
  func stopEncrypting() {
    layout.cipher.forget()
    if !layout.isEncrypted { FileSystem.unlink(mark) }
  }

  /// Seals or removes all files in clear if the mark exists. The diary may be locked, since sealing
  /// needs only the public key. The mark stays while something can't be sealed or removed.
  func finishEncrypting() {
    guard layout.isEncrypted, FileSystem.exists(mark) else { return }
    let hasRemoved = (try? layout.removeInterruptedConversion()) != nil
    let hasSealed = seal()
    sync.encryptRemoteData()
    folders.openedCopies.removeEverything()
    pictures.removeAll()
    FileSystem.removeTree(folders.unpacked)
    // With it, others on this machine could open files on remotes.
    if !sync.sharesDeviceKey { layout.removeUnencryptedIdentity(ofDeviceAt: folders.device) }
    if hasRemoved, hasSealed { FileSystem.unlink(mark) }
  }

  /// Seals or removes all files in clear if another program has encrypted the diary since it was
  /// opened here, because this one may have written some in the meantime.
  func sealIfConverted() {
    guard !layout.isEncrypted else { return }
    layout.cipher.forget()
    guard layout.isEncrypted, (try? beginEncrypting()) != nil else { return }
    finishEncrypting()
  }

  // MARK: Decrypting

  /// A file that exists while sealed files are yet to be decrypted, in case the program is killed
  /// before. Isn't empty if this device's key was stored unencrypted for that.
  private var decryptingMark: String { folders.decrypting + "/" + layout.key }

  /// Marks that all sealed files must be decrypted once the diary is, and keeps the keys that open
  /// them. The caller holds the store's lock.
  ///
  /// - Throws: an error if the mark or the keys can't be written.
  func beginDecrypting(_ keyring: Keyring, for device: AgeRecipient) throws {
    // An attempt that was killed may have stored it.
    let isOld = FileSystem.status(of: decryptingMark).map { $0.size == 0 } ?? true
    let isStored = try isOld && layout.hasUnencryptedIdentity(ofDeviceAt: folders.device)
    try FileSystem.makeFolders(Path.parent(decryptingMark))
    try DurableFile.write(isStored ? [] : [1], to: decryptingMark)
    try sync.keepKeys(keyring, for: device)
  }

  /// Removes what would open the sealed files, as the diary stays encrypted.
  func stopDecrypting() {
    guard let mark = FileSystem.status(of: decryptingMark) else { return }
    try? layout.whileEncrypted {
      sync.removeKeptKeys()
      if mark.size > 0, !sync.sharesDeviceKey {
        layout.removeUnencryptedIdentity(ofDeviceAt: folders.device)
      }
      FileSystem.unlink(decryptingMark)
    }
  }

  /// Decrypts all sealed files if the mark exists. Other programs may have written some while the
  /// diary was being decrypted. If the diary is still encrypted, stops decrypting.
  ///
  /// - Throws: `MessageError` with the first reason why one can't be decrypted. It stays, with the
  ///   mark and the keys. Damaged files are reported once, as no later start could decrypt them.
  func finishDecrypting() async throws(MessageError) {
    guard FileSystem.exists(decryptingMark) else { return }
    guard StoreFormat.isPlain(layout) else { return stopDecrypting() }
    var renamed: [String] = []
    do {
      pictures.removeAll()
      let kept = try (draftFiles() + [imports]).filter { try FileSystem.isPresent($0.sealed) }
      let caches = try caches.filter { try FileSystem.isPresent($0.sealed) }
      if let keyring = try await sync.knownKeys()?.keyring {
        let damaged = try decrypt(kept, caches, with: keyring)
        for file in damaged.caches { file.remove() }
        for file in damaged.kept { renamed.append(try file.setAsideDamaged()) }
        try await sync.decryptRemoteData(keyring)
      } else if let file = (kept + caches).first {
        throw MessageError(AgeError.noMatchingIdentity.message(file.sealed))
      }
    } catch {
      throw MessageError(
        localized(
          """
          The diary is decrypted, but other files, such as drafts, aren't yet: \
          \(MessageError(error).line) The next start of photodiary tries again.
          """))
    }
    FileSystem.unlink(decryptingMark)
    guard renamed.isEmpty else {
      let names = renamed.joined(separator: ", ")
      throw MessageError(
        localized(
          """
          The diary is decrypted, but damaged files, such as drafts, can't be. They were renamed \
          to \(names).
          """
        ).printable)
    }
  }

  /// Decrypts sealed files. Returns those that are damaged.
  ///
  /// - Throws: the first other error, after all files were tried.
  private func decrypt(
    _ kept: [ExternalFile], _ caches: [ExternalFile], with keyring: Keyring
  ) throws -> (kept: [ExternalFile], caches: [ExternalFile]) {
    var failure: (any Error)?
    func isDamaged(_ file: ExternalFile) -> Bool {
      do { try file.decrypt(with: keyring) } catch is AgeError {
        return true
      } catch {
        failure = failure ?? error
      }
      return false
    }
    let damaged = (kept.filter(isDamaged), caches.filter(isDamaged))
    if let failure { throw failure }
    return damaged
  }
}

// MARK: - AssetFactFile

/// A fact about each of a diary's photos, as found in their files. The file is sealed while the
/// diary is encrypted. It contains a line with the format's name, then a record of fixed size for
/// each asset. It can be removed at any time.
struct AssetFactFile<Fact: Sendable>: Sendable {
  let file: ExternalFile
  /// The name of the format.
  private let name: String
  /// Converts a fact to 8 bytes; `nil` if it can't be stored.
  private let encode: @Sendable (Fact) -> UInt64?
  /// Reads 8 bytes; `nil` if they aren't a fact.
  private let decode: @Sendable (UInt64) -> Fact?

  private init(
    file: ExternalFile, name: String, encode: @escaping @Sendable (Fact) -> UInt64?,
    decode: @escaping @Sendable (UInt64) -> Fact?
  ) {
    (self.file, self.name, self.encode, self.decode) = (file, name, encode, decode)
  }

  private var title: [UInt8] { Array("\(name)/1\n".utf8) }
  /// The asset's 32 bytes, the fact, and the day of the last use in 4 bytes.
  private static var recordSize: Int { 44 }
  /// In days; records unused for longer are removed, as pictures are.
  private static var longestUnused: Int64 { 90 }
  /// In days; the precision with which the last use is recorded.
  private static var lastUsePrecision: Int64 { 10 }
  /// The maximum number of records. The most recently used are kept.
  private static var maxCount: Int { 1_000_000 }
  /// The bytes of a file without the fact. No fact begins like this.
  private static var none: UInt64 { 1 << 63 }

  private struct Record {
    var fact: Fact?
    /// The day of the last use, in days since 1970.
    var day: Int64
  }

  var cache: AssetCache<Fact> {
    var cache = AssetCache<Fact>()
    cache.load = { records().mapValues(\.fact) }
    cache.save = save
    return cache
  }

  private func save(_ asked: AssetCache<Fact>.Facts, hasNew: Bool) {
    let today = Int64(SystemClock.seconds / 86_400)
    // Another program may have stored some since.
    var records = records()
    let isDue =
      hasNew || asked.keys.contains { (records[$0]?.day ?? 0) + Self.lastUsePrecision < today }
    guard isDue else { return }
    for (asset, fact) in asked { records[asset] = Record(fact: fact, day: today) }
    var used = records.filter { $0.value.day + Self.longestUnused >= today }
    if used.count > Self.maxCount {
      let latest = used.sorted { $0.value.day > $1.value.day }.prefix(Self.maxCount)
      used = Dictionary(uniqueKeysWithValues: latest.map { ($0.key, $0.value) })
    }
    var bytes = title
    bytes.reserveCapacity(bytes.count + used.count * Self.recordSize)
    for (asset, record) in used { append(asset, record, to: &bytes) }
    try? file.replace(bytes)
  }

  // MARK: Records

  private func records() -> [AssetID: Record] {
    guard let bytes = file.bytes(), bytes.starts(with: title) else { return [:] }
    let count = min((bytes.count - title.count) / Self.recordSize, Self.maxCount)
    var records: [AssetID: Record] = [:]
    records.reserveCapacity(count)
    for index in 0..<count {
      let start = title.count + index * Self.recordSize
      func number(_ place: Int, _ length: Int) -> UInt64 {
        bytes[(start + place)..<(start + place + length)].reduce(0) { $0 << 8 | UInt64($1) }
      }
      records[AssetID(digest: bytes[start..<start + 32])] = Record(
        fact: decode(number(32, 8)),
        day: Int64(Int32(bitPattern: UInt32(number(40, 4)))))
    }
    return records
  }

  private func append(_ asset: AssetID, _ record: Record, to bytes: inout [UInt8]) {
    guard let digest = hexadecimalBytes(asset.description) else { return }
    let fact = record.fact.flatMap(encode) ?? Self.none
    let day = UInt32(bitPattern: Int32(clamping: record.day))
    bytes += digest
    for shift in stride(from: 56, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: fact >> UInt64(shift)))
    }
    for shift in stride(from: 24, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: day >> UInt32(shift)))
    }
  }
}

extension AssetFactFile<PhotoDetails.Position> {
  /// Positions of photos and videos: latitude and longitude, 4 bytes each.
  init(positions file: ExternalFile) {
    // Units per degree; one is about a centimeter.
    let unit = 1e7
    self.init(file: file, name: "positions") { position in
      let angles = [position.latitude, position.longitude].compactMap {
        Int32(exactly: ($0 * unit).rounded())
      }
      guard angles.count == 2 else { return nil }
      return UInt64(UInt32(bitPattern: angles[0])) << 32 | UInt64(UInt32(bitPattern: angles[1]))
    } decode: { bits in
      let angles = [bits >> 32, bits].map {
        Double(Int32(bitPattern: UInt32(truncatingIfNeeded: $0))) / unit
      }
      guard abs(angles[0]) <= 90, abs(angles[1]) <= 180 else { return nil }
      return PhotoDetails.Position(latitude: angles[0], longitude: angles[1])
    }
  }
}

extension AssetFactFile<PhotoPrint> {
  /// Prints of photos.
  init(prints file: ExternalFile) {
    self.init(file: file, name: "prints") {
      $0.bits
    } decode: { bits in
      bits >> 63 == 0 ? PhotoPrint(bits: bits) : nil
    }
  }
}

// MARK: - PhotoTextFile

/// The words of a diary's photos, as tesseract read them. The file is sealed while the diary is
/// encrypted. If it is removed, the photos are read again.
struct PhotoTextFile: Sendable {
  let file: ExternalFile

  /// In bytes; some ten thousands of pages.
  private static let maxSize = 256 << 20

  var cache: PhotoTextCache {
    var cache = PhotoTextCache()
    cache.load = load
    cache.save = save
    cache.lock = lock
    return cache
  }

  private func load(
    _ known: PhotoTextCache.Version?
  ) -> (texts: [AssetID: PhotoText], version: PhotoTextCache.Version)? {
    guard let status = FileSystem.status(of: file.path) else { return nil }
    let version = [
      Int64(bitPattern: status.inode), Int64(status.size), Int64(status.modified.seconds),
      Int64(status.modified.nanoseconds),
    ]
    guard version != known, let bytes = file.bytes(atMost: Self.maxSize),
      let texts = [AssetID: PhotoText](encoded: bytes)
    else { return nil }
    return (texts, version)
  }

  private func save(_ texts: [AssetID: PhotoText]) -> Bool {
    (try? file.replace(texts.encoded)) != nil
  }

  private func lock() -> (@Sendable () -> Void)? {
    let path = file.path + ".lock"
    FileSystem.makeFoldersIfPossible(Path.parent(path))
    // If it can't be created, nothing can be stored either.
    guard let lock = try? Descriptor.open(path, [.readWrite, .create, .noFollow]) else {
      return {}
    }
    guard (try? lock.tryLock()) != nil else {
      lock.close()
      return nil
    }
    return {
      lock.unlock()
      lock.close()
    }
  }
}

// MARK: - CacheCipher

extension CacheCipher {
  /// Creates a cipher for the pictures of a diary. If it is encrypted, uses the keys of its photos.
  fileprivate init(of layout: StoreLayout) {
    self.init()
    name = { asset in
      guard layout.isEncrypted else { return asset.description }
      let file = AssetFile(asset: asset, type: MediaType("image/jpeg"))
      return String(Path.name(layout.path(of: file)).prefix { $0 != "." })
    }
    encrypted = { bytes in
      guard layout.isEncrypted else { return bytes }
      guard let lock = layout.cipher.keyring?.current.encryptionKey else { return nil }
      return try? AgeWriter.seal(bytes, to: lock)
    }
    decrypted = { bytes in
      guard layout.isEncrypted else { return bytes }
      guard let key = layout.cipher.keyring?.decryptionKey else { return nil }
      return try? AgeReader.open(bytes, with: key)
    }
  }
}
