import ArgumentParser
import Crypto
import DiaryCore
import System
import Text

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
      try await RecoveryWordsHandout.show(words, of: dependencies.sync)
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

// MARK: - UnlockCommand

struct UnlockCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "unlock",
    abstract: localized("Keep the diary open for a while, for all programs of yours."),
    discussion: localized(
      id: "discussion.unlock",
      """
      The kernel keeps the key in memory until a quarter of an hour has passed without use, with \
      --for until that time is over, until `photodiary lock`, or until the machine goes off. It is \
      written to no disk. Where a container forbids that, each program asks by itself.

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
    do throws(ErrorNumber) {
      try unlocking.sessionKey.keep(
        keyring, time.map { SessionKey.Duration.fixed($0.seconds) } ?? .standard)
    } catch {
      throw CommandError(
        localized(
          """
          This system keeps no key in memory (\(error.words)), so each program asks for the \
          passphrase.
          """))
    }
    ErrorLine.report(
      time.map {
        localized("The diary is open for \($0.text). `photodiary lock` locks it at once.")
      }
        ?? localized(
          """
          The diary is open until a quarter of an hour has passed without use. `photodiary lock` \
          locks it at once.
          """))
  }
}

struct LockCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "lock",
    abstract: localized("Lock an encrypted diary at once."),
    discussion: localized(
      id: "discussion.lock",
      """
      Forgets the key that `photodiary unlock` has left, and has open diaries lock themselves; what \
      is being written there is kept as a draft.

      Example:
        photodiary lock
      """))

  static var unlockingNeed: UnlockingNeed { .optional }

  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    try dependencies.requireEncrypted()
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
    abstract: localized("Show and change what opens an encrypted diary."),
    discussion: localized(
      id: "discussion.key",
      """
      A passphrase opens the diary, and so do six recovery words. Both can be changed without \
      writing photos anew; for that, one of the two is asked for even while the diary is open. \
      Without a sub-command it is told what there is.

      `rotate` begins a new key for what is written from now on, and prints new recovery words; \
      what was written before opens with the old key, too.

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
    commandName: "list", abstract: localized("Tell what opens the diary."))

  static var unlockingNeed: UnlockingNeed { .optional }

  @OptionGroup var listing: ListingOptions
  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    let unlocking = dependencies.unlocking
    try dependencies.requireEncrypted()
    let keys = unlocking.keys
    let epoch = unlocking.layout.cipher.keyring?.current.epoch ?? keys.passphraseEpoch
    let isKept = unlocking.sessionKey.keyring() != nil
    try listing.write(one: [
      "passphrase": .bool(keys.passphraseEpoch != nil),
      "words": .bool(keys.recoveryEpoch != nil),
      "epoch": .optional(epoch),
      "open": .bool(isKept),
    ]) { output in
      if keys.passphraseEpoch != nil { try output.line(localized("A passphrase opens the diary.")) }
      if keys.recoveryEpoch != nil {
        try output.line(localized("Six recovery words open the diary."))
      }
      if let epoch { try output.line(localized("Key number \(epoch) seals what is written now.")) }
      try output.line(
        isKept
          ? localized("It is open for all programs of yours; `photodiary lock` locks it.")
          : localized("It is locked for programs that begin now."))
    }
  }
}

struct KeyPassphrase: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "passphrase", abstract: localized("Change the passphrase."),
    discussion: localized(
      id: "discussion.key-passphrase",
      """
      In a file that --passphrase-file names, the first line opens the diary and the second one is \
      the new passphrase.
      """))

  static var unlockingNeed: UnlockingNeed { .optional }

  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    let keyring = try await dependencies.provenKeyring()
    let new: Passphrase
    if let file = dependencies.passphraseFile {
      new = try file.passphrase()
    } else {
      ErrorLine.report(localized("The new passphrase:"))
      new = try PassphrasePrompt.new()
    }
    dependencies.reportStrength(of: new)
    try dependencies.unlocking.keys.keep(keyring, under: new)
    ErrorLine.report(
      localized("The passphrase was changed. Backups that you have open with the former one."))
  }
}

struct KeyWords: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "words", abstract: localized("Make new recovery words."),
    discussion: localized(
      id: "discussion.key-words",
      """
      The former words no longer open the diary on this machine. Where it has encrypted remotes, use \
      `photodiary key rotate` instead: what lies there isn't changed in place.
      """))

  static var unlockingNeed: UnlockingNeed { .optional }

  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    guard !dependencies.sync.hasSealedRemotes else {
      throw CommandError(
        localized(
          "The former words would still open what lies on remotes. Run: photodiary key rotate"))
    }
    let keyring = try await dependencies.provenKeyring()
    let words = RecoveryWords()
    try dependencies.unlocking.keys.keep(keyring, under: words)
    try await RecoveryWordsHandout.show(words.text, of: dependencies.sync)
  }
}

struct KeyRotate: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "rotate",
    abstract: localized("Begin a new key, and print new recovery words."),
    discussion: localized(
      id: "discussion.key-rotate",
      """
      Receives from all remotes first, so that machines which are new there get the key, too. With \
      --all every file of the diary is sealed anew with it; else what is there stays sealed with the \
      former key. Remotes keep what they have.
      """))

  static var unlockingNeed: UnlockingNeed { .optional }

  @Flag(help: .localized("Seal every file of the diary anew."))
  var all = false

  @OptionGroup var deciding: DecidingOptions
  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    let proven = try await dependencies.provenKeyring()
    try await dependencies.sync.receive(isOffline: deciding.offline)
    // Uses the keys that were just received.
    let keyring = dependencies.layout.cipher.keyring ?? proven
    if dependencies.passphraseFile == nil {
      ErrorLine.report(localized("The passphrase that is to open it from now on:"))
    }
    let passphrase = try dependencies.newPassphrase()
    dependencies.reportStrength(of: passphrase)
    let (unlocking, all) = (dependencies.unlocking, all)
    try await Interruption.stopping {
      let words = try await ProgressLine.showing { report in
        try await unlocking.rotate(keyring, under: passphrase, all: all, progress: report)
      }
      ErrorLine.report(
        all
          ? localized("A new key seals all of the diary.")
          : localized("A new key seals what is written from now on."))
      await deciding.reportUnreached(of: dependencies.sync)
      try await RecoveryWordsHandout.show(words, of: dependencies.sync)
    }
  }
}
