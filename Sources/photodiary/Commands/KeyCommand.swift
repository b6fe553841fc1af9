import ArgumentParser
import DiaryCore
import DiaryKeys
import Localization

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
    try await RecoveryWordsHandout.give(words.text, of: dependencies.sync)
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
    // With the keys that just arrived.
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
      try await RecoveryWordsHandout.give(words, of: dependencies.sync)
    }
  }
}
