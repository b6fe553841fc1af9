import Age
import DiaryCore
import DiaryKeys
import System

/// Checks that every piece of the logs of an encrypted store is there, and can be opened.
struct PieceCheck {
  let layout: StoreLayout

  func run(_ report: (StoreIssue) -> Void) throws(DiaryError) {
    for (name, log) in try EncryptedLog.all(in: layout).sorted(by: { $0.key < $1.key }) {
      var end = 0
      for piece in log.pieces {
        if piece.range.lowerBound > end { report(StoreIssue(.missingPiece, "log/\(name)")) }
        end = piece.range.upperBound
        let path = EncryptedLog.path(of: piece, of: log.log)
        // One that was put together with others meanwhile is gone.
        if !log.isSound(piece), FileSystem.exists(path) {
          report(StoreIssue(.damagedPiece, layout.relative(path)))
        }
      }
    }
  }
}

/// Checks the files of keys of an encrypted store: that something opens it once it is locked, and that nobody
/// has replaced them.
struct KeysCheck {
  let layout: StoreLayout

  func run(_ report: (StoreIssue) -> Void) {
    guard layout.isEncrypted else { return }
    let keys = StoreKeys(of: layout)
    if keys.passphraseEpoch == nil, keys.recoveryEpoch == nil {
      report(StoreIssue(.missingKeys, layout.relative(layout.keys)))
    }
    if !isKnown(keys.recipient) {
      report(StoreIssue(.foreignRecipient, layout.relative(keys.recipientPath)))
    }
    guard let files = try? keys.sealedFiles() else { return }
    for (name, bytes) in files {
      if let kind = fault(of: name, bytes) { report(StoreIssue(kind, name)) }
    }
    // Both may be missing together, which was reported.
    let missing = (layout.cipher.pins?.names ?? []).subtracting(files.map(\.path))
    for name in missing.sorted() where !FileSystem.exists(layout.file(name)) {
      report(StoreIssue(.changedKeys, name))
    }
    if FileSystem.exists(keys.devicePath), !isIdentity(keys.devicePath) {
      report(StoreIssue(.damagedKeys, layout.relative(keys.devicePath)))
    }
  }

  private func isKnown(_ recipient: AgeRecipient?) -> Bool {
    guard let recipient, !layout.cipher.hadForeignRecipient else { return false }
    if let keyring = layout.cipher.keyring {
      return keyring.keys.contains { $0.identity.recipient == recipient }
    }
    return layout.cipher.pins?.recipient.map { $0 == recipient.description } ?? true
  }

  /// What is wrong with a file that a passphrase, recovery words or earlier keys open, as far as can be told
  /// without them; `nil` where nothing is.
  private func fault(of name: String, _ bytes: [UInt8]) -> StoreIssue.Kind? {
    let file = Path.name(name)
    guard let epoch = Int(file.prefix { $0 != "." }) else { return nil }
    guard name != Keyring.name(ofEpoch: epoch) else {
      guard let keyring = layout.cipher.keyring else { return nil }
      let opened = try? Keyring(opening: bytes, named: name, with: keyring)
      return opened == nil ? .damagedKeys : nil
    }
    guard bytes.starts(with: Self.passphraseHeader) else { return .damagedKeys }
    if layout.cipher.pins?.matches(name, bytes) == false { return .changedKeys }
    guard let current = layout.cipher.keyring?.current.epoch, epoch < current else { return nil }
    // The files between lead on to the newest key.
    let leadsOn = (epoch + 1...current).allSatisfy { next in
      FileSystem.exists(layout.file(Keyring.name(ofEpoch: next)))
    }
    return leadsOn ? nil : .outdatedKeys
  }

  /// The beginning of a file that a passphrase opens, by age's format.
  private static let passphraseHeader = Array("age-encryption.org/v1\n-> scrypt ".utf8)

  private func isIdentity(_ path: String) -> Bool {
    guard layout.cipher.keyring != nil else { return true }
    guard var text = try? layout.clearBytes(of: path) else { return false }
    defer { text.wipe() }
    return AgeIdentity(text[...]) != nil
  }
}
