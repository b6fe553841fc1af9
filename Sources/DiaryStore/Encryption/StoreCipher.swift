import Age
import DiaryCore
import DiaryKeys
import Localization
import Synchronization
import System

/// Whether the files of a store are encrypted, and the keys that open them while it is unlocked. All
/// who look at the store through one layout share it.
package final class StoreCipher: Sendable {
  private struct State {
    /// `nil` until somebody has asked.
    var isEncrypted: Bool?
    /// The file that said so; another one may say something else.
    var format: FileStatus?
    var keyring: Keyring?
    /// Of this device, once it was needed.
    var deviceIdentity: AgeIdentity?
    /// Waits for the lines of the next save.
    var spare: SparePiece?
    /// Whether the public key in the store was found to be of none of its keys.
    var hadForeignRecipient = false
  }

  private let state: Mutex<State>
  /// The key files as this machine knows them; `nil` where it remembers none.
  package let pins: KeyPins?

  /// - Parameters:
  ///   - keyring: What opens the store, if it is encrypted; `nil` leaves it locked.
  ///   - isEncrypted: Of a store that says nothing of that yet.
  package init(_ keyring: Keyring? = nil, isEncrypted: Bool? = nil, pins: KeyPins? = nil) {
    state = Mutex(State(isEncrypted: isEncrypted, keyring: keyring))
    self.pins = pins
  }

  /// Whether somebody had put another public key into the store, which was corrected when it was opened.
  package internal(set) var hadForeignRecipient: Bool {
    get { state.withLock { $0.hadForeignRecipient } }
    set { state.withLock { $0.hadForeignRecipient = newValue } }
  }

  package var keyring: Keyring? { state.withLock { $0.keyring } }

  package func unlock(with keyring: Keyring) { state.withLock { $0.keyring = keyring } }

  /// Forgets the keys; their memory becomes zeros.
  package func lock() {
    state.withLock { state in
      (state.keyring, state.deviceIdentity, state.spare) = (nil, nil, nil)
    }
  }

  /// Keeps what waits for the next save, unless the store was locked meanwhile; `nil` removes it.
  func keep(_ spare: SparePiece?) {
    state.withLock { state in state.spare = state.keyring == nil ? nil : spare }
  }

  /// What waits for the lines at a place, if it does. Nothing else waits then.
  func takeSparePiece(for place: SparePiece.Place, of layout: StoreLayout) -> PieceOutput? {
    let spare = state.withLock { $0.spare.take() }
    return spare?.take(for: place, of: layout)
  }

  var deviceIdentity: AgeIdentity? {
    get { state.withLock { $0.deviceIdentity } }
    set { state.withLock { $0.deviceIdentity = newValue } }
  }

  func isEncrypted(_ layout: StoreLayout) -> Bool {
    state.withLock { state in
      if let known = state.isEncrypted { return known }
      let found = StoreFormat.isEncrypted(layout)
      (state.isEncrypted, state.format) = (found, FileSystem.status(of: layout.format))
      return found
    }
  }

  /// Looks once more whether the store is encrypted.
  func forget() { state.withLock { ($0.isEncrypted, $0.format) = (nil, nil) } }

  /// Whether another program has encrypted the store or decrypted it. Until somebody asks, what is told
  /// of it stays as it was when it was opened.
  func isStale(_ layout: StoreLayout) -> Bool {
    state.withLock { state in
      guard let known = state.isEncrypted else { return false }
      let format = FileSystem.status(of: layout.format)
      if let format, format.isSameFile(as: state.format) { return false }
      guard StoreFormat.isEncrypted(layout) == known else { return true }
      state.format = format
      return false
    }
  }
}

extension StoreLayout {
  /// Whether the files of the store are encrypted, all but `FORMAT.txt`.
  package var isEncrypted: Bool { cipher.isEncrypted(self) }

  /// Whether a keyring opens the files of the store, those of its newest epoch among them.
  package func opens(with keyring: Keyring) -> Bool {
    StoreKeys(of: self).isTold(keyring.keys)
  }

  /// Removes the key of this device that stands in clear outside of an encrypted store.
  package func removeClearIdentity(ofDeviceAt path: String) {
    DeviceFile(path: path, layout: self).removeIdentity()
  }

  /// Whether the texts can be read: nothing is encrypted, or the keys that are there are the store's.
  var isOpen: Bool { !isEncrypted || cipher.keyring.map(opens(with:)) ?? false }

  /// What files of the store are sealed to: of a locked one that is told in clear.
  ///
  /// - Throws: `StoreError.encrypted` where it isn't, and `StoreError.foreignRecipient` where it is another
  ///   one than this machine knows.
  func sealingLock() throws(DiaryError) -> AgeLock {
    if let keyring = cipher.keyring { return keyring.current.lock }
    let keys = StoreKeys(of: self)
    guard let recipient = keys.recipient else { throw .store(path: root, .encrypted) }
    if let pinned = cipher.pins?.recipient, pinned != recipient.description {
      throw .store(path: keys.recipientPath, .foreignRecipient)
    }
    return .recipients([recipient])
  }

  /// What opens the files of an encrypted store, and seals them.
  ///
  /// - Throws: `StoreError.encrypted` while it is locked.
  package func keyring() throws(DiaryError) -> Keyring {
    guard let keyring = cipher.keyring else { throw .store(path: root, .encrypted) }
    return keyring
  }
}

/// A small file outside of the store that tells something of it, as a draft: sealed while the store is
/// encrypted, under a name that says so. Written to a locked store it can be, for that takes the public
/// key alone.
package struct OutsideFile: Sendable {
  private let layout: StoreLayout?
  private let plain: String
  private let sealed: String

  package static let sealedEnding = ".age"

  /// - Parameters:
  ///   - path: as it is called while the store isn't encrypted.
  ///   - layout: the store's; `nil` for what is never sealed.
  package init(_ path: String, of layout: StoreLayout?) {
    self.layout = layout
    plain = path
    let name = Path.name(path)
    let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    sealed = Path.join(Path.parent(path), stem + Self.sealedEnding)
  }

  /// Another program may have encrypted the store since it was opened.
  private var isSealed: Bool { layout.map { StoreFormat.isEncrypted($0) } ?? false }

  /// Where it stands, or would.
  package var path: String { isSealed ? sealed : plain }

  /// Its bytes; `nil` where it isn't there or can't be opened, and of more than `limit`.
  package func bytes(atMost limit: Int = 64 << 20) -> [UInt8]? {
    // No link is followed, and no pipe is waited for.
    let path = path
    guard let file = try? OpenFile(path, [.readOnly, .noFollow, .nonBlocking]),
      let status = try? file.status(), status.isRegularFile,
      let bytes = try? file.rest(atMost: limit), bytes.count <= limit
    else { return nil }
    guard path == sealed else { return bytes }
    guard let key = layout?.cipher.keyring?.key else { return nil }
    return try? AgeReader.open(bytes, with: key)
  }

  /// Writes it anew. When this returns, it survives a power cut.
  package func write(_ bytes: [UInt8]) throws(DiaryError) {
    try FileSystem.makeFolders(Path.parent(plain))
    try DurableFile.write(try stored(bytes), to: path)
  }

  /// Writes it anew without waiting for the disk: whoever reads it finds the old one or the new one.
  package func replace(_ bytes: [UInt8]) throws(DiaryError) {
    let folder = Path.parent(plain)
    FileSystem.makeFoldersAsCan(folder)
    let name = Path.join(folder, DurableFile.temporaryName)
    let file = try OpenFile(name, .new)
    do throws(DiaryError) {
      try file.write(try stored(bytes))
      try FileSystem.rename(name, to: path)
    } catch {
      FileSystem.unlink(name)
      throw error
    }
  }

  /// What stands on the disk for some bytes.
  private func stored(_ bytes: [UInt8]) throws(DiaryError) -> [UInt8] {
    guard isSealed, let layout else { return bytes }
    let lock = try layout.sealingLock()
    do throws(AgeError) { return try AgeWriter.seal(bytes, to: lock) } catch {
      throw .store(path: layout.root, .damaged(error.words(Path.name(sealed))))
    }
  }

  package func remove() {
    FileSystem.unlink(plain)
    FileSystem.unlink(sealed)
  }

  /// Seals what stands there in clear although the store is encrypted.
  package func seal() {
    guard isSealed, FileSystem.ownStatus(of: plain) != nil else { return }
    if !FileSystem.exists(sealed), let file = try? OpenFile(plain, [.readOnly, .noFollow]),
      let bytes = try? file.rest(), (try? write(bytes)) == nil
    {
      return
    }
    FileSystem.unlink(plain)
  }

  /// Removes what can't be opened any more, for the store has been decrypted.
  package func removeSealed() {
    if !isSealed { FileSystem.unlink(sealed) }
  }
}

/// Opens files, those of a store's assets in clear.
struct StoreAssetOpener: AssetOpener {
  let layout: StoreLayout
  /// Another folder with sealed files, that of previews.
  private let previews: @Sendable () -> String?
  private let plain = PlainAssetOpener()

  init(layout: StoreLayout, previews: @escaping @Sendable () -> String? = { nil }) {
    (self.layout, self.previews) = (layout, previews)
  }

  func opensSealed(_ path: String) -> Bool {
    layout.isEncrypted
      && [layout.assets, previews()].contains { folder in
        folder.map { path.hasPrefix($0 + "/") } ?? false
      }
  }

  func open(_ path: String) throws(ErrorNumber) -> Descriptor {
    guard opensSealed(path) else { return try plain.open(path) }
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
    guard opensSealed(path) else { return try plain.read(path, take) }
    guard let key = layout.cipher.keyring?.key, let file = try? MappedFile(path),
      let reader = try? AgeReader(.mapped(file), with: key)
    else { return false }
    for number in 0..<reader.chunkCount {
      guard let chunk = try? reader.chunk(number) else { return false }
      try chunk.span.bytes.withUnsafeBytes { bytes throws(Failure) in try take(bytes) }
    }
    return true
  }

  func reading<Result>(
    _ path: String, _ look: (_ size: Int, _ bytes: (Range<Int>) -> [UInt8]?) -> Result
  ) -> Result? {
    guard opensSealed(path) else { return plain.reading(path, look) }
    guard let key = layout.cipher.keyring?.key, let file = try? MappedFile(path),
      let reader = try? AgeReader(.mapped(file), with: key)
    else { return nil }
    return look(reader.count) { range in
      range.upperBound <= reader.count ? try? reader.bytes(range) : nil
    }
  }
}

/// What the bytes of a file of the store become: others, where the store is encrypted.
struct StoreSeal: ~Copyable {
  private var age: AgeWriter?
  private let isEncrypted: Bool

  init(of layout: StoreLayout) throws(DiaryError) {
    isEncrypted = layout.isEncrypted
    guard isEncrypted else {
      age = nil
      return
    }
    let lock = try layout.sealingLock()
    do throws(AgeError) {
      age = try AgeWriter(to: lock)
    } catch {
      throw .store(path: layout.root, .damaged(error.words("keys")))
    }
  }

  /// Gives what an encrypted file begins with.
  mutating func begin(
    _ put: (UnsafeRawBufferPointer) throws(DiaryError) -> Void
  ) throws(DiaryError) {
    try age?.begin(put)
  }

  mutating func write(
    _ bytes: UnsafeRawBufferPointer, _ put: (UnsafeRawBufferPointer) throws(DiaryError) -> Void
  ) throws(DiaryError) {
    guard isEncrypted else { return try put(bytes) }
    try age?.write(bytes, put)
  }

  /// Gives what an encrypted file ends in. Nothing more can be written then.
  mutating func finish(
    _ put: (UnsafeRawBufferPointer) throws(DiaryError) -> Void
  ) throws(DiaryError) {
    try age?.finish(put)
  }
}

/// A file of the store that appears whole or not at all, encrypted where the store is.
struct StoreOutput: ~Copyable {
  private let layout: StoreLayout
  private var file: DurableFile
  private var seal: StoreSeal
  private var isFinished = false

  /// Begins a file in a folder on the file system where it is going to be.
  init(
    in folder: String, of layout: StoreLayout, named name: String = DurableFile.temporaryName
  ) throws(DiaryError) {
    let seal = try StoreSeal(of: layout)
    let file = try DurableFile(in: folder, named: name)
    self.seal = seal
    self.file = file
    self.layout = layout
  }

  /// Writes what an encrypted file begins with. Without this, it goes with the first bytes.
  mutating func begin() throws(DiaryError) {
    try seal.begin { sealed throws(DiaryError) in try file.write(sealed) }
  }

  mutating func write(_ bytes: UnsafeRawBufferPointer) throws(DiaryError) {
    try seal.write(bytes) { sealed throws(DiaryError) in try file.write(sealed) }
  }

  mutating func write(_ bytes: [UInt8]) throws(DiaryError) {
    try bytes.span.bytes.withUnsafeBytes { bytes throws(DiaryError) in try write(bytes) }
  }

  /// Writes what an encrypted file ends in. Nothing more can be written then.
  mutating func finish() throws(DiaryError) {
    guard !isFinished else { return }
    isFinished = true
    try seal.finish { sealed throws(DiaryError) in try file.write(sealed) }
  }

  /// Makes what was written durable. A failure is final.
  func sync() throws(DiaryError) { try file.sync() }

  /// What was written, once it is finished.
  func map() throws(DiaryError) -> MappedFile {
    let bytes = try file.map()
    return layout.isEncrypted ? try layout.opened(bytes, layout.root) : bytes
  }

  /// Gives the file its name. When this returns, it survives a power cut.
  mutating func commit(as path: String) throws(DiaryError) {
    try finish()
    try file.commit(as: path)
  }

  /// See `DurableFile`.
  mutating func commitBytes(as path: String) throws(DiaryError) {
    try finish()
    try file.commitBytes(as: path)
  }

  /// Removes it. When this returns, no power cut brings it back.
  func discard() throws(DiaryError) { try file.discard() }

  /// Whether it still stands under the name that it began with.
  var isInPlace: Bool { file.isInPlace }
}

extension StoreLayout {
  /// The bytes of an encrypted file, which are opened as they are asked for. Those of damaged chunks
  /// are zeros.
  func opened(_ bytes: MappedFile, _ path: String) throws(DiaryError) -> MappedFile {
    let reader = try reader(bytes, path)
    guard let file = MappedFile(count: reader.count, filling: { reader.copy($0, to: $1) }) else {
      throw StoreErrors.failure(.mapping, path, .noMemory)
    }
    return file
  }

  private func reader(_ bytes: MappedFile, _ path: String) throws(DiaryError) -> AgeReader {
    let key = try keyring().key
    do throws(AgeError) {
      return try AgeReader(.mapped(bytes), with: key)
    } catch {
      throw .store(path: path, .damaged(error.words(Path.name(path))))
    }
  }

  /// Gives the clear bytes of a file of the store, piece by piece.
  ///
  /// - Throws: When it can't be read, or a piece is damaged; those before it were given.
  func forEachPiece(
    of path: String, _ take: (UnsafeRawBufferPointer) throws(DiaryError) -> Void
  ) throws(DiaryError) {
    let file = try MappedFile(path)
    guard isEncrypted else {
      try take(file.bytes)
      return try file.requireBytes()
    }
    let reader = try reader(file, path)
    for number in 0..<reader.chunkCount {
      guard let chunk = try? reader.chunk(number) else {
        throw .store(path: path, .damaged(AgeError.damaged.words(Path.name(path))))
      }
      try chunk.span.bytes.withUnsafeBytes { bytes throws(DiaryError) in try take(bytes) }
    }
  }

  /// In bytes, of the file that so many become.
  func storedSize(of count: Int) -> Int {
    isEncrypted ? AgeWriter.headerSize + AgeStream.sealedSize(of: count) : count
  }

  /// In bytes, of what became a file of that size.
  func clearSize(of stored: Int) -> Int {
    isEncrypted ? AgeStream.clearSize(of: stored - AgeWriter.headerSize) : stored
  }

  /// A file of the store in memory, opened where the store is encrypted.
  func map(_ path: String) throws(DiaryError) -> MappedFile {
    let bytes = try MappedFile(path)
    return isEncrypted ? try opened(bytes, path) : bytes
  }

  /// A file of `set-aside/` in memory. In an encrypted store some are sealed, and others are what can't be
  /// opened.
  func mapSetAside(_ path: String) throws(DiaryError) -> MappedFile {
    let bytes = try MappedFile(path)
    guard isEncrypted, let opened = try? opened(bytes, path) else { return bytes }
    return opened
  }

  /// The bytes of a file, opened where the store is encrypted. Who asks for a secret wipes it.
  package func clearBytes(of path: String) throws(DiaryError) -> [UInt8] {
    let file = try map(path)
    let bytes = Array(file.bytes)
    try file.requireBytes()
    return bytes
  }

  /// Writes a whole file at once, encrypted where the store is: one of the store, or one outside that
  /// tells of it.
  package func write(_ bytes: [UInt8], to path: String) throws(DiaryError) {
    var output = try StoreOutput(in: Path.parent(path), of: self)
    try output.write(bytes)
    try output.commit(as: path)
  }
}
