import Text

/// The user's diaries.
package struct DiaryDirectory: Sendable {
  /// The name of the open diary; `nil` for the user's own.
  package let openName: String?
  /// The diaries that are shown as one; `nil` if only one is open.
  package let combined: CombinedDiaries?
  /// Returns the other diaries: first the user's own, then the shared and followed ones by name. If
  /// all are shown as one, the open one is included.
  package let others: @Sendable () async -> [OtherDiary]

  package init(
    openName: String? = nil, combined: CombinedDiaries? = nil,
    others: @escaping @Sendable () async -> [OtherDiary]
  ) {
    (self.openName, self.combined, self.others) = (openName, combined, others)
  }
}

/// Several diaries that are shown as one.
package struct CombinedDiaries: Hashable, Sendable {
  /// The diaries in which the user may write, the one for new entries first.
  package let writable: [DiaryName]
  /// A line about the diaries that aren't shown and the reasons; `nil` if all are shown. Safe for a
  /// terminal.
  package let notice: String?

  package init(writable: [DiaryName], notice: String? = nil) {
    (self.writable, self.notice) = (writable, notice)
  }
}

/// A diary to restart the program with.
package enum DiaryOpening: Hashable, Sendable {
  case diary(OtherDiary)
  /// All diaries, shown as one.
  case combined
}

/// A diary other than the open one.
package struct OtherDiary: Hashable, Sendable {
  /// `nil` for the user's own.
  package let name: String?
  /// A short description: who shares it, and how many entries it has.
  package let summary: String

  package init(name: String?, summary: String) { (self.name, self.summary) = (name, summary) }
}

// MARK: - Unlocking

/// Unlocks, encrypts and locks a diary.
///
/// Data of an encrypted diary is kept in memory while it is open. A locked diary can't be
/// read, but entries can be added to it, because that needs only the public key.
package protocol DiaryUnlocking: Sendable {
  /// The current state. Quick.
  var state: LockState { get }

  /// Opens the diary with its passphrase or its six recovery words. Takes half a second, to make
  /// guessing slow.
  ///
  /// - Throws: `MessageError` if the passphrase is wrong or the diary can't be opened.
  func unlock(with passphrase: Passphrase) async throws(MessageError)

  /// Checks that a passphrase, or the recovery words, would open the diary. Changes nothing.
  ///
  /// - Throws: `MessageError` if they wouldn't.
  func check(_ passphrase: Passphrase) async throws(MessageError)

  /// Returns the consequences of encrypting the diary.
  func encryptionOutlook() async -> EncryptionOutlook

  /// Encrypts the diary, which may be empty. Keeps the old files until the new ones have been read
  /// again and compared. Stops without a change when the task is canceled.
  ///
  /// - Returns: The six recovery words, separated by spaces, which can't be shown again; `nil` if
  ///   the diary already has some, for its remotes.
  /// - Throws: `MessageError` if the diary can't be encrypted; then it is unchanged.
  func encrypt(
    with passphrase: Passphrase, progress: @escaping @Sendable (Progress) -> Void
  ) async throws(MessageError) -> String?

  /// Forgets the keys and everything that was read, by replacing this process with a new one. The
  /// terminal must be restored before the call. Returns only on failure.
  func lock()

  /// Returns a stream of requests to lock open diaries, such as from `photodiary lock`.
  func lockRequests() -> AsyncStream<Void>
}

/// The readability of a diary.
package enum LockState: Hashable, Sendable {
  /// Not encrypted.
  case plain
  /// Encrypted, and this program has no key.
  case locked
  /// Encrypted, and this program has the key.
  case open
}

/// The consequences of encrypting a diary, for the user who decides.
package struct EncryptionOutlook: Hashable, Sendable {
  /// `true` if the diary's remotes have recovery words, which will open it instead of new ones.
  package let keepsRecoveryWords: Bool
  /// The known copies that aren't encrypted, such as “remote nas (/mnt/nas)”.
  package let readableCopies: [String]

  package init(keepsRecoveryWords: Bool = false, readableCopies: [String] = []) {
    (self.keepsRecoveryWords, self.readableCopies) = (keepsRecoveryWords, readableCopies)
  }

  /// A warning about copies that can still be read without the passphrase.
  package var warning: String {
    guard !readableCopies.isEmpty else {
      return localized("Backups and exports made before stay readable without the passphrase.")
    }
    let copies = readableCopies.joined(separator: ", ")
    return localized(
      """
      These copies stay readable without the passphrase: \(copies). So do backups and exports made \
      before.
      """)
  }

  /// A remark for a diary that had recovery words before it was encrypted.
  package static var keptRecoveryWords: String {
    localized(
      """
      The six recovery words that you wrote down for your remotes also open the diary. If you don't \
      have them anymore, make new ones: photodiary key rotate
      """)
  }
}
