import Crypto
import DiaryCore
import Synchronization
import System
import Text

/// Knows if a store's files are encrypted, and has the keys while it is unlocked. All users of a
/// `StoreLayout` and its copies share it.
package final class StoreCipher: Sendable {
  private struct State {
    /// The cached answer, or `nil` until it is needed.
    var isEncrypted: Bool?
    /// The status of the format file that the answer was read from. Another file may have another
    /// answer.
    var format: FileStatus?
    /// The status of the public key's file when the keys were last known to be the newest.
    var recipient: FileStatus?
    var keyring: Keyring?
    /// The identity of this device, once it was needed.
    var deviceIdentity: AgeIdentity?
    /// The file prepared for the lines of the next save.
    var spare: SparePiece?
    /// `true` if the public key in the store belonged to none of its keys.
    var hadForeignRecipient = false
    var lastImport = PendingImport()
  }

  private let state: Mutex<State>
  /// The key files that this machine remembers, or `nil` if it remembers none.
  package let pins: KeyPins?

  /// Creates the cipher of a store.
  ///
  /// - Parameters:
  ///   - keyring: the keys, if the store is encrypted; `nil` leaves it locked.
  ///   - isEncrypted: the answer for a store that has no format file yet.
  ///   - pins: the key files that this machine remembers.
  package init(_ keyring: Keyring? = nil, isEncrypted: Bool? = nil, pins: KeyPins? = nil) {
    state = Mutex(State(isEncrypted: isEncrypted, keyring: keyring))
    self.pins = pins
  }

  /// `true` if the store contained another public key, which was corrected when it was opened.
  package internal(set) var hadForeignRecipient: Bool {
    get { state.withLock { $0.hadForeignRecipient } }
    set { state.withLock { $0.hadForeignRecipient = newValue } }
  }

  /// The last import of `PendingEntries`.
  var lastImport: PendingImport {
    get { state.withLock { $0.lastImport } }
    set { state.withLock { $0.lastImport = newValue } }
  }

  /// The keys, or `nil` while the store is locked or if it isn't encrypted.
  package var keyring: Keyring? { state.withLock { $0.keyring } }

  /// Unlocks the store.
  package func unlock(with keyring: Keyring) { state.withLock { $0.keyring = keyring } }

  /// Discards the keys. Their memory is overwritten with zeros.
  package func lock() {
    state.withLock { state in
      (state.keyring, state.deviceIdentity, state.spare) = (nil, nil, nil)
    }
  }

  /// Stores the spare piece for the next save, unless the store was locked in the meantime; `nil`
  /// removes it.
  func keep(_ spare: SparePiece?) {
    state.withLock { state in state.spare = state.keyring == nil ? nil : spare }
  }

  /// Returns the prepared output for a position, if there is one, and discards the spare piece.
  func takeSparePiece(for place: SparePiece.Place, of layout: StoreLayout) -> PieceOutput? {
    let spare = state.withLock { $0.spare.take() }
    return spare?.take(for: place, of: layout)
  }

  var deviceIdentity: AgeIdentity? {
    get { state.withLock { $0.deviceIdentity } }
    set { state.withLock { $0.deviceIdentity = newValue } }
  }

  /// Returns `true` if the store is encrypted, reading the format file at the first call.
  func isEncrypted(_ layout: StoreLayout) -> Bool {
    state.withLock { state in
      if let known = state.isEncrypted { return known }
      let found = StoreFormat.isEncrypted(layout)
      (state.isEncrypted, state.format) = (found, FileSystem.status(of: layout.format))
      return found
    }
  }

  /// Discards the cached answer, so that the format file is read again.
  package func forget() {
    state.withLock { ($0.isEncrypted, $0.format, $0.recipient) = (nil, nil, nil) }
  }

  /// Returns `true` if another program has encrypted or decrypted the store, or has begun a key
  /// that this program can't open. The answer of `isEncrypted` stays unchanged until `forget`.
  ///
  /// - Throws: an error if a key file can't be read. Without it, an outdated key would be used.
  func isStale(_ layout: StoreLayout) throws -> Bool {
    let format = FileSystem.status(of: layout.format)
    if isConverted(layout, format) { return true }
    if try hasOtherKeys(layout, format) { return true }
    state.withLock { if let format, $0.isEncrypted != nil { $0.format = format } }
    return false
  }

  /// Returns `true` if another program has encrypted or decrypted the store.
  fileprivate func isConverted(_ layout: StoreLayout, _ format: FileStatus?) -> Bool {
    state.withLock { state in
      guard let known = state.isEncrypted else { return false }
      if let format, format.isSameFile(as: state.format) { return false }
      return StoreFormat.isEncrypted(layout, ifMissing: known) != known
    }
  }

  /// Returns `true` if the store has a key that the known ones don't open. Adopts a newer key that
  /// they open, such as one that arrived from another machine.
  private func hasOtherKeys(_ layout: StoreLayout, _ format: FileStatus?) throws -> Bool {
    let (keyring, known, knownFormat) = state.withLock { ($0.keyring, $0.recipient, $0.format) }
    guard let keyring else { return false }
    let keys = StoreKeys(of: layout)
    let recipient = FileSystem.status(of: keys.recipientPath)
    // The folder of an encrypted store is replaced when all of it is encrypted again.
    let isReplaced = knownFormat.map { format?.isSameFile(as: $0) == false } ?? false
    if !isReplaced, let recipient, recipient.isSameFile(as: known) { return false }
    // A missing store keeps its keys.
    guard FileSystem.isFolder(layout.keys) else { return false }
    let (newest, lastEpoch) = try StoreKeys.convertingErrors {
      (try keys.followed(keyring), try keys.lastEpoch)
    }
    if known != nil, lastEpoch > newest.current.epoch { return true }
    if isReplaced, !keys.hasRecipient(of: newest.keys) { return true }
    state.withLock { state in
      state.recipient = recipient
      if state.keyring?.keys.count ?? .max < newest.keys.count { state.keyring = newest }
    }
    return false
  }
}

extension StoreLayout {
  /// `true` if all files of the store but `FORMAT.txt` are encrypted.
  package var isEncrypted: Bool { cipher.isEncrypted(self) }

  /// Requires that no program has encrypted or decrypted the store since it was opened: files would
  /// be written in the other form.
  ///
  /// - Throws: `StoreError.converted` if one has.
  func requireSameForm() throws {
    // A store that is being created has no format yet.
    guard let found = FileSystem.status(of: format), cipher.isConverted(self, found) else { return }
    throw DiaryError.store(path: root, .converted)
  }

  /// `true` if the store is missing and this machine knows a key of it: it was encrypted, or a
  /// program began to encrypt it.
  ///
  /// - Throws: an error if what this machine remembers can't be read.
  package var wasEncrypted: Bool {
    get throws {
      guard StoreFormat.lacksVersion(in: self), !isEncrypted else { return false }
      return try cipher.pins?.recipients.isEmpty == false
    }
  }

  /// Returns `true` if the keyring opens the files of the store, including those of its newest
  /// epoch.
  package func opens(with keyring: Keyring) -> Bool {
    StoreKeys(of: self).hasRecipient(of: keyring.keys)
  }

  /// Runs an operation with the store's lock held if the store is encrypted. Skips it while another
  /// program holds the lock, such as one that is decrypting the store.
  ///
  /// - Throws: an error if the file of the lock can't be opened or locked.
  package func whileEncrypted(_ body: () -> Void) throws {
    guard let lock = try FileLock(ifFree: self.lock), lock.isInPlace,
      StoreFormat.isEncrypted(self)
    else { return }
    body()
    _ = consume lock
  }

  /// Returns `true` if this device's key is stored unencrypted outside the store.
  ///
  /// - Throws: an error if its file can't be read or is damaged.
  package func hasUnencryptedIdentity(ofDeviceAt path: String) throws -> Bool {
    try DeviceFile(path: path, layout: self).storedIdentity() != nil
  }

  /// Removes this device's unencrypted key, which is stored outside the store, after the store was
  /// encrypted and if it contains that key.
  package func removeUnencryptedIdentity(ofDeviceAt path: String) {
    guard FileSystem.exists(StoreKeys(of: self).devicePath) else { return }
    DeviceFile(path: path, layout: self).removeIdentity()
  }

  /// `true` if the texts can be read: the store isn't encrypted, or it is unlocked with the right
  /// keys.
  var isOpen: Bool { !isEncrypted || cipher.keyring.map(opens(with:)) ?? false }

  /// Returns the keys that new files are sealed to. For a locked store it is the public key in
  /// `keys/`.
  ///
  /// - Throws: `StoreError.encrypted` if there is no public key, `StoreError.foreignRecipient` if
  ///   it isn't the one that this machine remembers, or an error if that can't be read.
  func encryptionKey() throws -> AgeEncryptionKey {
    if let keyring = cipher.keyring { return keyring.current.encryptionKey }
    let keys = StoreKeys(of: self)
    guard let recipient = keys.recipient else { throw DiaryError.store(path: root, .encrypted) }
    if try cipher.pins?.accepts(recipient) == false {
      throw DiaryError.store(path: keys.recipientPath, .foreignRecipient)
    }
    return .recipients([recipient])
  }

  /// Returns the keys that open and seal the files of an encrypted store.
  ///
  /// - Throws: `StoreError.encrypted` while it is locked.
  package func keyring() throws -> Keyring {
    guard let keyring = cipher.keyring else { throw DiaryError.store(path: root, .encrypted) }
    return keyring
  }
}

/// A small file outside the store with private content, such as a draft. While the store is
/// encrypted, the file is sealed and has the ending `.age`. Writing works even while the store is
/// locked, since sealing needs only the public key.
package struct ExternalFile: Sendable {
  private let layout: StoreLayout?
  private let plain: String
  /// The path of the file while the store is encrypted.
  package let sealed: String

  package static let sealedExtension = ".age"

  /// Creates a reference to a file.
  ///
  /// - Parameters:
  ///   - path: the path while the store isn't encrypted.
  ///   - layout: the store's layout, or `nil` for a file that is never sealed.
  package init(_ path: String, of layout: StoreLayout?) {
    self.layout = layout
    plain = path
    let name = Path.name(path)
    let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    sealed = Path.join(Path.parent(path), stem + Self.sealedExtension)
  }

  /// `true` if the file has to be sealed. Reads the format, since another program may have
  /// converted the store.
  private var isSealed: Bool {
    layout.map { StoreFormat.isEncrypted($0, ifMissing: $0.isEncrypted) } ?? false
  }

  /// The current path of the file, which need not exist.
  package var path: String { path(isSealed: isSealed) }

  private func path(isSealed: Bool) -> String { isSealed ? sealed : plain }

  /// Returns the file's bytes, or `nil` if it doesn't exist, can't be opened or exceeds `limit`
  /// bytes.
  package func bytes(atMost limit: Int = 64 << 20) -> [UInt8]? {
    // Symbolic links aren't followed, and opening a pipe must not block.
    let path = path
    guard let file = try? OpenFile(path, [.readOnly, .noFollow, .nonBlocking]),
      let status = try? file.status(), status.isRegularFile,
      let bytes = try? file.readToEnd(atMost: limit), bytes.count <= limit
    else { return nil }
    guard path == sealed else { return bytes }
    guard let key = layout?.cipher.keyring?.decryptionKey else { return nil }
    return try? AgeReader.open(bytes, with: key)
  }

  /// Replaces the file. The new content survives a power cut when this returns.
  ///
  /// - Throws: an error if sealing or writing fails.
  package func write(_ bytes: [UInt8]) throws {
    try FileSystem.makeFolders(Path.parent(plain))
    let isSealed = isSealed
    try DurableFile.write(try stored(bytes, isSealed: isSealed), to: path(isSealed: isSealed))
    // Another program may have converted the store, and already the other files with it.
    guard self.isSealed != isSealed else { return }
    try write(bytes)
    FileSystem.unlink(path(isSealed: isSealed))
  }

  /// Replaces the file atomically without waiting for the disk: readers find the old content or the
  /// new.
  ///
  /// - Throws: an error if sealing or writing fails.
  package func replace(_ bytes: [UInt8]) throws {
    let folder = Path.parent(plain)
    FileSystem.makeFoldersIfPossible(folder)
    let name = Path.join(folder, DurableFile.temporaryName)
    let file = try OpenFile(name, .new)
    do {
      let isSealed = isSealed
      try file.write(try stored(bytes, isSealed: isSealed))
      try FileSystem.rename(name, to: path(isSealed: isSealed))
    } catch {
      FileSystem.unlink(name)
      throw error
    }
  }

  /// Returns the bytes as they are stored on disk.
  private func stored(_ bytes: [UInt8], isSealed: Bool) throws -> [UInt8] {
    guard isSealed, let layout else { return bytes }
    let lock = try layout.encryptionKey()
    do { return try AgeWriter.seal(bytes, to: lock) } catch {
      throw DiaryError.store(path: layout.root, .damaged(error.message(Path.name(sealed))))
    }
  }

  /// Renames a damaged sealed file, so that it is no longer used. Returns its new path.
  ///
  /// - Throws: an error if it can't be renamed.
  package func setAsideDamaged() throws -> String {
    let stem = String(sealed.dropLast(Self.sealedExtension.count))
    var number = 1
    while true {
      let place = "\(stem).damaged\(number == 1 ? "" : "-\(number)")\(Self.sealedExtension)"
      if try FileSystem.rename(sealed, toUnused: place) { return place }
      number += 1
    }
  }

  /// Removes the file, sealed or not.
  package func remove() {
    FileSystem.unlink(plain)
    FileSystem.unlink(sealed)
  }

  /// Seals a file that was left unencrypted although the store is encrypted. Returns `false` if it
  /// can't be sealed; then it stays.
  @discardableResult package func seal() -> Bool {
    guard isSealed, FileSystem.statusNoFollow(of: plain) != nil else { return true }
    if !FileSystem.exists(sealed) {
      guard let file = try? OpenFile(plain, [.readOnly, .noFollow]),
        let bytes = try? file.readToEnd(), (try? write(bytes)) != nil
      else { return false }
    }
    FileSystem.unlink(plain)
    return true
  }

  /// Replaces the sealed file by one in clear after the store was decrypted. A file in clear that
  /// another program has written since, such as a draft, is newer and stays. A file sealed for
  /// another diary is skipped.
  ///
  /// - Throws: `AgeError` if the sealed file is damaged; an error if it can't be read or replaced;
  ///   then it stays.
  package func decrypt(with keyring: Keyring) throws {
    guard !isSealed, let file = try OpenFile.existing(sealed) else { return }
    if try !FileSystem.isPresent(plain) {
      let bytes: [UInt8]
      do {
        bytes = try AgeReader.open(try file.bytes(from: 0), with: keyring.decryptionKey)
      } catch AgeError.noMatchingIdentity {
        return
      }
      var output = try DurableFile(in: Path.parent(plain))
      try output.write(bytes)
      try output.commit(asNew: plain)
    }
    guard try FileSystem.existingStatusNoFollow(of: plain)?.isRegularFile == true else {
      throw SystemError(.writing, plain, .notARegularFile)
    }
    try FileSystem.remove(sealed)
  }
}

/// Opens files, and decrypts those of the store's assets and previews.
struct StoreAssetOpener: AssetOpener {
  let layout: StoreLayout
  /// Returns the folder of previews, which are sealed too.
  private let previews: @Sendable () -> String?
  private let plain = PlainAssetOpener()

  init(layout: StoreLayout, previews: @escaping @Sendable () -> String? = { nil }) {
    (self.layout, self.previews) = (layout, previews)
  }

  func isEncrypted(_ path: String) -> Bool {
    layout.isEncrypted
      && [layout.assets, previews()].contains { folder in
        folder.map { path.hasPrefix($0 + "/") } ?? false
      }
  }

  func open(_ path: String) throws(ErrorNumber) -> Descriptor {
    guard isEncrypted(path) else { return try plain.open(path) }
    let file = try Descriptor.memory("photo")
    do throws(ErrorNumber) {
      guard try read(path, { bytes throws(ErrorNumber) in try file.write(bytes) }) else {
        throw FileSystem.exists(path) ? .inputOutput : .noSuchFile
      }
      try file.seek(to: 0)
      return file
    } catch {
      file.close()
      throw error
    }
  }

  func read<Failure>(
    _ path: String, _ take: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    guard isEncrypted(path) else { return try plain.read(path, take) }
    guard let key = layout.cipher.keyring?.decryptionKey, let file = try? MappedFile(path),
      let reader = try? AgeReader(.mapped(file), with: key)
    else { return false }
    for number in 0..<reader.chunkCount {
      guard let chunk = try? reader.chunk(number) else { return false }
      try chunk.span.bytes.withUnsafeBytes { bytes throws(Failure) in try take(bytes) }
    }
    return true
  }

  func withFile<Result>(
    _ path: String, _ look: (_ size: Int, _ bytes: (Range<Int>) -> [UInt8]?) -> Result
  ) -> Result? {
    guard isEncrypted(path) else { return plain.withFile(path, look) }
    guard let key = layout.cipher.keyring?.decryptionKey, let file = try? MappedFile(path),
      let reader = try? AgeReader(.mapped(file), with: key)
    else { return nil }
    return look(reader.count) { range in
      range.upperBound <= reader.count ? try? reader.bytes(range) : nil
    }
  }
}

/// Transforms the bytes of a file on their way to the store: encrypts them if the store is
/// encrypted.
struct StoreSeal: ~Copyable {
  private var age: AgeWriter?
  private let isEncrypted: Bool

  init(of layout: StoreLayout) throws {
    isEncrypted = layout.isEncrypted
    guard isEncrypted else {
      age = nil
      return
    }
    let lock = try layout.encryptionKey()
    do {
      age = try AgeWriter(to: lock)
    } catch {
      throw DiaryError.store(path: layout.root, .damaged(error.message("keys")))
    }
  }

  /// Passes the header of an encrypted file to `put`.
  mutating func begin(_ put: (UnsafeRawBufferPointer) throws -> Void) throws {
    try age?.begin(put)
  }

  /// Passes transformed bytes to `put`.
  mutating func write(
    _ bytes: UnsafeRawBufferPointer, _ put: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    guard isEncrypted else { return try put(bytes) }
    try age?.write(bytes, put)
  }

  /// Passes the end of an encrypted file to `put`. Nothing can be written afterward.
  mutating func finish(_ put: (UnsafeRawBufferPointer) throws -> Void) throws {
    try age?.finish(put)
  }
}

/// Writes a file of the store that appears completely or not at all, encrypted if the store is.
struct StoreOutput: ~Copyable {
  private let layout: StoreLayout
  private var file: DurableFile
  private var seal: StoreSeal
  private var isFinished = false

  /// Creates a temporary file in a folder, which must be on the target's file system.
  init(
    in folder: String, of layout: StoreLayout, named name: String = DurableFile.temporaryName
  ) throws {
    let seal = try StoreSeal(of: layout)
    let file = try DurableFile(in: folder, named: name)
    self.seal = seal
    self.file = file
    self.layout = layout
  }

  /// Writes the header of an encrypted file. Otherwise it is written with the first bytes.
  mutating func begin() throws {
    try seal.begin { sealed in try file.write(sealed) }
  }

  mutating func write(_ bytes: UnsafeRawBufferPointer) throws {
    try seal.write(bytes) { sealed in try file.write(sealed) }
  }

  mutating func write(_ bytes: [UInt8]) throws {
    try bytes.span.bytes.withUnsafeBytes { bytes in try write(bytes) }
  }

  /// Writes the end of an encrypted file. Nothing can be written afterward.
  mutating func finish() throws {
    guard !isFinished else { return }
    isFinished = true
    try seal.finish { sealed in try file.write(sealed) }
  }

  /// Makes the bytes written so far durable. A failure is final.
  func sync() throws { try file.sync() }

  /// Returns the bytes written, unencrypted. Requires `finish`.
  func map() throws -> MappedFile {
    let bytes = try file.map()
    return layout.isEncrypted ? try layout.opened(bytes, layout.root) : bytes
  }

  /// Finishes and names the file. It survives a power cut when this returns.
  ///
  /// - Throws: `StoreError.converted` if another program has encrypted or decrypted the store since
  ///   it was opened; then the file isn't kept.
  mutating func commit(as path: String) throws {
    try finish()
    try layout.requireSameForm()
    try file.commit(as: path)
    do { try layout.requireSameForm() } catch {
      FileSystem.unlink(path)
      throw error
    }
  }

  /// Finishes and names the file, making only its bytes durable: see `DurableFile.commitBytes`.
  mutating func commitBytes(as path: String) throws {
    try finish()
    try file.commitBytes(as: path)
  }

  /// Removes the file. No power cut restores it after this returns.
  func discard() throws { try file.discard() }

  /// `true` if the file still has the name that it was created with.
  var isInPlace: Bool { file.isInPlace }
}

extension StoreLayout {
  /// Returns the unencrypted bytes of an encrypted file, decrypted on access. Damaged chunks become
  /// zeros.
  func opened(_ bytes: MappedFile, _ path: String) throws -> MappedFile {
    let reader = try reader(bytes, path)
    guard let file = MappedFile(count: reader.count, filling: { reader.copy($0, to: $1) }) else {
      throw SystemError(.mapping, path, .noMemory)
    }
    return file
  }

  private func reader(_ bytes: MappedFile, _ path: String) throws -> AgeReader {
    let key = try keyring().decryptionKey
    do {
      return try AgeReader(.mapped(bytes), with: key)
    } catch {
      throw DiaryError.store(path: path, .damaged(error.message(Path.name(path))))
    }
  }

  /// Passes the unencrypted bytes of a store's file to `take`, piece by piece.
  ///
  /// - Throws: an error if the file can't be read or a piece is damaged, after passing those
  ///   before it.
  func forEachPiece(of path: String, _ take: (UnsafeRawBufferPointer) throws -> Void) throws {
    let file = try MappedFile(path)
    guard isEncrypted else {
      try take(file.bytes)
      return try file.requireBytes()
    }
    let reader = try reader(file, path)
    for number in 0..<reader.chunkCount {
      guard let chunk = try? reader.chunk(number) else {
        try file.requireBytes()
        throw DiaryError.store(path: path, .damaged(AgeError.damaged.message(Path.name(path))))
      }
      try chunk.span.bytes.withUnsafeBytes { bytes in try take(bytes) }
    }
  }

  /// Returns the size in bytes of the file that stores `count` bytes.
  func storedSize(of count: Int) -> Int {
    isEncrypted ? AgeWriter.headerSize + AgeStream.sealedSize(of: count) : count
  }

  /// Returns the number of unencrypted bytes in a file of that size.
  func plaintextSize(of stored: Int) -> Int {
    isEncrypted ? AgeStream.plaintextSize(of: stored - AgeWriter.headerSize) : stored
  }

  /// Maps a file of the store into memory, decrypted if needed.
  func map(_ path: String) throws -> MappedFile {
    let bytes = try MappedFile(path)
    return isEncrypted ? try opened(bytes, path) : bytes
  }

  /// Maps a file of `set-aside/` into memory. In an encrypted store, some of these files are
  /// sealed, and others are files that couldn't be opened.
  func mapSetAside(_ path: String) throws -> MappedFile {
    let bytes = try MappedFile(path)
    guard isEncrypted, let opened = try? opened(bytes, path) else { return bytes }
    return opened
  }

  /// Returns the unencrypted bytes of a file. The caller wipes them if they are secret.
  ///
  /// - Throws: an error if the file can't be read or decrypted.
  package func decryptedBytes(of path: String) throws -> [UInt8] {
    let file = try map(path)
    let bytes = Array(file.bytes)
    try file.requireBytes()
    return bytes
  }

  /// Writes a file of the store, or a private one outside it, in one step, encrypted if the store
  /// is.
  ///
  /// - Throws: an error if sealing or writing fails.
  package func write(_ bytes: [UInt8], to path: String) throws {
    var output = try StoreOutput(in: Path.parent(path), of: self)
    try output.write(bytes)
    try output.commit(as: path)
  }
}
