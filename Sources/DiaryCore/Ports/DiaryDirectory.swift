/// Tells of the diaries beside the one that is open.
package protocol DiaryDirectory: Sendable {
  /// What the open one is called; `nil` for one's own.
  var openName: String? { get }

  /// What is shown of the others with the open one, as one diary; `nil` where that one is open alone.
  var together: DiariesTogether? { get }

  /// The others: one's own first, then those that are shared or followed, by their names. Where all are
  /// shown as one, the open one is among them.
  func others() async -> [NeighborDiary]
}

/// Several diaries that are shown as one.
package struct DiariesTogether: Hashable, Sendable {
  /// Those in which the person may write, the one that new entries go to first.
  package let writable: [DiaryName]
  /// Which aren't shown, and why, on one line; `nil` where all are. Safe for a terminal.
  package let notice: String?

  package init(writable: [DiaryName], notice: String? = nil) {
    (self.writable, self.notice) = (writable, notice)
  }
}

/// What the program may begin anew with.
package enum DiaryOpening: Hashable, Sendable {
  case diary(NeighborDiary)
  /// All of them as one.
  case together
}

/// A diary beside the one that is open.
package struct NeighborDiary: Hashable, Sendable {
  /// `nil` for one's own.
  package let name: String?
  /// How it stands with it, in a few words: who shares it, and how many entries it has.
  package let words: String

  package init(name: String?, words: String) { (self.name, self.words) = (name, words) }
}

// MARK: - Unlocking

/// Opens a diary whose files are encrypted, and locks it.
///
/// What is read of an encrypted diary stays in memory while it is open. A locked one can't be read at
/// all; texts can still be put into it, for that takes the public key alone.
package protocol DiaryUnlocking: Sendable {
  /// How it stands with the diary at this moment. Asks no one, and is quick.
  var state: LockState { get }

  /// Opens the diary with its passphrase or, typed in the same place, its six recovery words. Takes half
  /// a second, for guessing has to be slow.
  func unlock(with passphrase: Passphrase) async throws(UnlockingError)

  /// Throws unless the passphrase, or the words, would open the diary. Nothing changes.
  func check(_ passphrase: Passphrase) async throws(UnlockingError)

  /// Encrypts the diary, which may have no entry yet. The old files stay whole until the new ones have
  /// been read again and compared. Stops when its task is cancelled, and then nothing has changed.
  ///
  /// - Returns: The six recovery words with blanks between, which can't be told later; `nil` where the
  ///   diary has some already, for its remotes.
  func encrypt(
    with passphrase: Passphrase, progress: @escaping @Sendable (Progress) -> Void
  ) async throws(UnlockingError) -> String?

  /// Forgets the keys and all that was read, by beginning the program anew in the place of this one.
  /// The terminal must have been given back by then. Returns only if that failed.
  func lock()

  /// Ticks when somebody asks that open diaries be locked, as `photodiary lock` does.
  func lockRequests() -> AsyncStream<Void>
}

/// Whether a diary can be read.
package enum LockState: Hashable, Sendable {
  /// It isn't encrypted.
  case plain
  /// It is encrypted, and there is no key to open it with.
  case locked
  /// It is encrypted, and this program has the key.
  case open
}

/// Why a diary wasn't opened, encrypted or decrypted, on one line that says what to do. Safe for a
/// terminal.
package struct UnlockingError: Error, Hashable, Sendable {
  package let line: String
  /// Whether another passphrase may help.
  package let isWrongPassphrase: Bool

  package init(_ line: String, isWrongPassphrase: Bool = false) {
    (self.line, self.isWrongPassphrase) = (line, isWrongPassphrase)
  }
}
