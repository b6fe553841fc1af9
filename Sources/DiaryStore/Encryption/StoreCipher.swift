import Age
import DiaryCore
import DiaryKeys
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
