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
    var keyring: Keyring?
  }

  private let state: Mutex<State>

  /// - Parameter keyring: What opens the store, if it is encrypted; `nil` leaves it locked.
  package init(_ keyring: Keyring? = nil) { state = Mutex(State(keyring: keyring)) }

  package var keyring: Keyring? { state.withLock { $0.keyring } }

  package func unlock(with keyring: Keyring) { state.withLock { $0.keyring = keyring } }

  /// Forgets the keys; their memory becomes zeros.
  package func lock() { state.withLock { $0.keyring = nil } }

  func isEncrypted(_ layout: StoreLayout) -> Bool {
    state.withLock { state in
      if let known = state.isEncrypted { return known }
      let found = StoreFormat.isEncrypted(layout)
      state.isEncrypted = found
      return found
    }
  }

  /// Looks once more the next time: another program may have encrypted the store, or decrypted it.
  func forget() { state.withLock { $0.isEncrypted = nil } }
}

extension StoreLayout {
  /// Whether the files of the store are encrypted, all but `FORMAT.txt`.
  package var isEncrypted: Bool { cipher.isEncrypted(self) }

  /// What opens the files of an encrypted store, and seals them.
  ///
  /// - Throws: `StoreError.encrypted` while it is locked.
  func keyring() throws(DiaryError) -> Keyring {
    guard let keyring = cipher.keyring else { throw .store(path: root, .encrypted) }
    return keyring
  }
}
