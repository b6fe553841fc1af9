import ArgumentParser
import DiaryCore
import DiaryKeys
import Localization

struct EncryptCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "encrypt",
    abstract: localized("Encrypt the diary with a passphrase."),
    discussion: localized(
      id: "discussion.encrypt",
      """
      Every file of the diary is written anew, sealed so that the program age opens it too, read \
      again and compared; then it takes the place of the old one in one step. A diary without an \
      entry is encrypted before its first one. Six recovery words are printed on a line: write them \
      down. They open the diary where the passphrase is forgotten; without either nobody can.

      The old files are removed. On an SSD, and in backups that you have, their bytes may still be \
      there. What encryption keeps from whom stands in the manual.

      Examples:
        photodiary encrypt
        photodiary encrypt --passphrase-file secret.txt
      """))

  static var unlockingNeed: UnlockingNeed { .optional }

  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    let unlocking = dependencies.unlocking
    guard unlocking.state == .plain else {
      throw DiaryError.store(path: dependencies.folders.store, .notConverted(.alreadyEncrypted))
    }
    let passphrase = try dependencies.newPassphrase()
    dependencies.reportStrength(of: passphrase)
    try await Interruption.stopping {
      let words = try await ProgressLine.showing { report in
        try await unlocking.encrypt(with: passphrase, progress: report)
      }
      ErrorLine.report(
        localized("Encrypted \(dependencies.folders.store). The old files were removed."))
      if dependencies.sync.sharesDevice {
        ErrorLine.report(
          localized(
            """
            Another diary on this machine syncs with this device's key, which therefore stays in clear. It \
            opens what lies on encrypted remotes of this diary. Encrypt the other one, too.
            """))
      }
      for remote in dependencies.sync.plainRemotes {
        ErrorLine.report(localized("The remote \(remote) still holds the diary unencrypted."))
      }
      guard let words else {
        return ErrorLine.report(
          localized("The recovery words that you wrote down for your remotes open it, too."))
      }
      try await RecoveryWordsHandout.give(words, of: dependencies.sync)
    }
  }
}

struct DecryptCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "decrypt",
    abstract: localized("Turn an encrypted diary back into plain files."),
    discussion: localized(
      id: "discussion.decrypt",
      """
      Everything is written anew in clear, read again and compared; then it takes the place of the \
      encrypted diary in one step. Encrypted remotes stay encrypted.

      Examples:
        photodiary decrypt
        photodiary decrypt --passphrase-file secret.txt
      """))

  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    let unlocking = dependencies.unlocking
    try dependencies.requireEncrypted()
    try await Interruption.stopping {
      try await ProgressLine.showing { report in try await unlocking.decrypt(progress: report) }
      ErrorLine.report(localized("Decrypted \(dependencies.folders.store)."))
    }
  }
}
