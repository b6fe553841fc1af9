import ArgumentParser
import Crypto
import DiaryCore
import DiaryStore
import System
import Text

struct EncryptCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "encrypt",
    abstract: localized("Encrypt the diary with a passphrase."),
    discussion: localized(
      id: "discussion.encrypt",
      """
      Writes new, encrypted copies of all files, reads them back to verify them, and replaces the \
      old ones in one step. The program age can open the files, too. A diary without entries is \
      encrypted from its first entry. Prints six recovery words alone on a line: write them down. \
      They open the diary if you forget the passphrase; without either, no one can open it.

      The old files are deleted. On an SSD and in earlier backups, their data may still exist. The \
      manual explains what encryption protects, and from whom.

      Examples:
        photodiary encrypt
        photodiary encrypt --passphrase-file secret.txt
      """))

  static var unlockingNeed: UnlockRequirement { .optional }

  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    let unlocking = dependencies.unlocking
    guard unlocking.state == .plain else {
      throw DiaryError.store(path: dependencies.folders.store, .notConverted(.alreadyEncrypted))
    }
    let passphrase = try dependencies.newPassphrase()
    let outlook = await unlocking.encryptionOutlook()
    try await Interruption.stopping {
      let words = try await ProgressLine.showing { report in
        try await unlocking.encrypt(with: passphrase, progress: report)
      }
      ErrorLine.report(
        localized("Encrypted \(dependencies.folders.store). The old files were deleted."))
      if dependencies.sync.sharesDeviceKey {
        ErrorLine.report(
          localized(
            """
            This device's key stays unencrypted, because another diary on this machine uses it to \
            sync. The key can open this diary's files on encrypted remotes. Encrypt the other \
            diary, too.
            """))
      }
      ErrorLine.report(outlook.warning)
      guard let words else { return ErrorLine.report(EncryptionOutlook.keptRecoveryWords) }
      try await RecoveryWordsOutput.show(words, of: dependencies.sync)
    }
  }
}

struct DecryptCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "decrypt",
    abstract: localized("Decrypt the diary."),
    discussion: localized(
      id: "discussion.decrypt",
      """
      Writes new, unencrypted copies of all files, reads them back to verify them, and replaces \
      the encrypted ones in one step. Encrypted remotes stay encrypted.

      Examples:
        photodiary decrypt
        photodiary decrypt --passphrase-file secret.txt
      """))

  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    let unlocking = dependencies.unlocking
    try dependencies.requireEncrypted()
    try await Interruption.stopping {
      let setsAside = try await ProgressLine.showing { report in
        try await unlocking.decrypt(progress: report)
      }
      let store = dependencies.folders.store
      ErrorLine.report(localized("Decrypted \(store)."))
      guard setsAside else { return }
      ErrorLine.report(
        localized(
          """
          Entries that were added while the diary was locked and can't be imported were moved to \
          \(store)/set-aside/waiting.
          """))
    }
  }
}

// MARK: - UnlockCommand

struct UnlockCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "unlock",
    abstract: localized("Keep an encrypted diary open for all your programs."),
    discussion: localized(
      id: "discussion.unlock",
      """
      The diary stays open until it hasn't been used for 15 minutes, or for the time given by \
      --for. `photodiary lock` locks it immediately. The kernel keeps the key, only in memory. In \
      a container that doesn't allow this, each program asks for the passphrase.

      Examples:
        photodiary unlock
        photodiary unlock --for 8h
      """))

  @Option(
    name: .customLong("for"), help: .localized("For how long: 30m, 8h, 2d.", valueName: "time"))
  var time: TimeSpan?

  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    let unlocking = dependencies.unlocking
    try dependencies.requireEncrypted()
    guard let keyring = unlocking.layout.cipher.keyring else { return }
    do {
      try unlocking.sessionKey.keep(
        keyring, time.map { SessionKey.Duration.fixed($0.seconds) } ?? .standard)
    } catch {
      throw CommandError(
        localized(
          """
          This system can't keep the key in memory (\(error.message)), so each program asks for the \
          passphrase.
          """))
    }
    ErrorLine.report(
      time.map {
        localized("The diary is open for \($0.text). To lock it now: photodiary lock")
      }
        ?? localized(
          """
          The diary stays open until it hasn't been used for 15 minutes. To lock it now: \
          photodiary lock
          """))
  }
}

struct LockCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "lock",
    abstract: localized("Lock an encrypted diary immediately."),
    discussion: localized(
      id: "discussion.lock",
      """
      Forgets the key kept by `photodiary unlock` and locks the diary in all open windows. Unsaved \
      text is kept as a draft.

      Example:
        photodiary lock
      """))

  static var unlockingNeed: UnlockRequirement { .optional }

  // The key is forgotten even if the diary's disk isn't attached.
  var allowsMissingDiary: Bool { true }

  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    // A missing diary may be encrypted, even if this machine never saved anything in it.
    if StoreFormat.isPlain(dependencies.layout) { try dependencies.requireEncrypted() }
    dependencies.unlocking.lockEverywhere()
    ErrorLine.report(localized("Locked."))
  }
}

/// A time span with its unit: `30m`, `8h`, `2d`.
struct TimeSpan: ExpressibleByArgument {
  let seconds: Int
  /// The text as typed.
  let text: String

  private static let units: [Character: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
  private static let longest = 30 * 86_400

  init?(argument: String) {
    guard let unit = argument.last.flatMap({ Self.units[$0] }),
      let number = Int(argument.dropLast()), number > 0, number <= Self.longest / unit
    else { return nil }
    (seconds, text) = (number * unit, argument)
  }
}

// MARK: - KeyCommand

struct KeyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "key",
    abstract: localized("Show or change what opens an encrypted diary."),
    discussion: localized(
      id: "discussion.key",
      """
      A passphrase or six recovery words open the diary. You can change both without rewriting the \
      photos; this asks for one of them, even while the diary is open. Without a sub-command, \
      shows which of them are set.

      `rotate` makes a new key for everything written from now on, and prints new recovery words. \
      Earlier data can still be opened with the old key, too.

      Examples:
        photodiary key
        photodiary key passphrase
        photodiary key words
        photodiary key rotate
      """),
    subcommands: [
      KeyList.self, KeyPassphrase.self, KeyWords.self, KeyRotate.self,
    ],
    defaultSubcommand: KeyList.self)
}

struct KeyList: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: localized("Show what opens the diary."))

  static var unlockingNeed: UnlockRequirement { .optional }

  @OptionGroup var listing: ListingOptions
  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    let unlocking = dependencies.unlocking
    try dependencies.requireEncrypted()
    let keys = unlocking.keys
    let passphraseEpoch: Int?
    let recoveryEpoch: Int?
    do {
      (passphraseEpoch, recoveryEpoch) = (try keys.passphraseEpoch, try keys.recoveryEpoch)
    } catch {
      throw MessageError(error, of: unlocking.layout.root)
    }
    let epoch = unlocking.layout.cipher.keyring?.current.epoch ?? passphraseEpoch
    let isKept = unlocking.sessionKey.keyring() != nil
    try listing.write(one: [
      "passphrase": .bool(passphraseEpoch != nil),
      "words": .bool(recoveryEpoch != nil),
      "epoch": .optional(epoch),
      "open": .bool(isKept),
    ]) { output in
      if passphraseEpoch != nil { try output.line(localized("A passphrase opens the diary.")) }
      if recoveryEpoch != nil {
        try output.line(localized("Six recovery words open the diary."))
      }
      if let epoch { try output.line(localized("New data is encrypted with key number \(epoch).")) }
      try output.line(
        isKept
          ? localized("It's open for all your programs. To lock it: photodiary lock")
          : localized("It's locked for programs that you start now."))
    }
    dependencies.reportUnseenWords()
  }
}

struct KeyPassphrase: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "passphrase", abstract: localized("Change the passphrase."),
    discussion: localized(
      id: "discussion.key-passphrase",
      """
      With --passphrase-file, the file's first line opens the diary, and its second line is the \
      new passphrase.
      """))

  static var unlockingNeed: UnlockRequirement { .optional }

  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    let keyring = try await dependencies.provenKeyring()
    let new: Passphrase
    if let file = dependencies.passphraseFile {
      new = try file.passphrase()
      dependencies.reportStrength(of: new)
    } else {
      ErrorLine.report(localized("The new passphrase:"))
      new = try PassphrasePrompt.new()
    }
    try dependencies.unlocking.keys.write(keyring, under: new)
    ErrorLine.report(
      localized("Changed the passphrase. Earlier backups still open with the old one."))
  }
}

struct KeyWords: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "words", abstract: localized("Make new recovery words."),
    discussion: localized(
      id: "discussion.key-words",
      """
      The old words no longer open the diary on this machine. If the diary has encrypted remotes, \
      use `photodiary key rotate` instead, because files there aren't changed.

      If the last words were never shown, because the program was stopped, shows those instead.
      """))

  static var unlockingNeed: UnlockRequirement { .optional }

  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    let keys = dependencies.unlocking.keys
    if keys.hasUnseenWords {
      _ = try await dependencies.provenKeyring()
      if let words = keys.unseenWords {
        return try await RecoveryWordsOutput.show(words.text, of: dependencies.sync)
      }
    }
    guard !dependencies.sync.hasEncryptedRemotes else {
      throw CommandError(
        localized(
          """
          Nothing was changed: the old words would still open the files on your remotes. Make a \
          new key instead: photodiary key rotate
          """))
    }
    let keyring = try await dependencies.provenKeyring()
    let words = RecoveryWords()
    try keys.write(keyring, under: words)
    try await RecoveryWordsOutput.show(words.text, of: dependencies.sync)
  }
}

struct KeyRotate: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "rotate",
    abstract: localized("Make a new key and print new recovery words."),
    discussion: localized(
      id: "discussion.key-rotate",
      """
      First receives from all remotes, so that devices added there get the new key, too. With \
      --all, encrypts every file of the diary again with it; otherwise, existing files stay \
      encrypted with the old key. Files on remotes aren't changed.
      """))

  static var unlockingNeed: UnlockRequirement { .optional }

  @Flag(help: .localized("Encrypt every file of the diary again."))
  var all = false

  @OptionGroup var deciding: DecidingOptions
  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    let unlocked = try await dependencies.provenKeyring()
    try await dependencies.sync.receive(isOffline: deciding.offline)
    // Uses the keys that were just received.
    let keyring = dependencies.layout.cipher.keyring ?? unlocked
    if dependencies.passphraseFile == nil {
      ErrorLine.report(localized("Passphrase for the new key:"))
    }
    let passphrase = try dependencies.newPassphrase()
    let (unlocking, all) = (dependencies.unlocking, all)
    try await Interruption.stopping {
      let words = try await ProgressLine.showing { report in
        try await unlocking.rotate(keyring, under: passphrase, all: all, progress: report)
      }
      ErrorLine.report(
        all
          ? localized("The whole diary is encrypted with a new key.")
          : localized("New data is encrypted with a new key from now on."))
      try await dependencies.sync.sendDecision(newWords: words)
    }
  }
}
