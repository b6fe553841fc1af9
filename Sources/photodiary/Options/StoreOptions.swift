import ArgumentParser
import Localization

/// `--store`, `--diary`, `--passphrase-file` and `--all-journals`, on every sub-command.
struct StoreOptions: ParsableArguments {
  @Option(localized("The folder that holds the diary."), valueName: "dir", completion: .directory)
  var store: String?

  @Option(
    localized("A diary that you share, by its name: see `photodiary diaries`."),
    valueName: "name", completion: DiaryCompletion.diaries)
  var diary: String?

  @Option(
    localized("The file whose first line is the passphrase; - is standard input."),
    valueName: "file", completion: .file())
  var passphraseFile: String?

  @Flag(help: .localized("Begin a new diary where one was that is gone."))
  var newDiary = false

  @Flag(help: .localized("Also what is in locked journals; takes the passphrase."))
  var allJournals = false
}

/// Whether a sub-command has to read an encrypted diary.
enum UnlockingNeed {
  /// The passphrase is asked for, where somebody can answer.
  case needed
  /// It does less while the diary is locked, and asks nobody.
  case optional
}

/// A sub-command that works on a diary.
protocol DiaryCommand: AsyncParsableCommand {
  static var unlockingNeed: UnlockingNeed { get }
  var storeOptions: StoreOptions { get }
  /// Whether it works on what is in locked journals, too, which takes the passphrase.
  var showsLockedJournals: Bool { get }
  /// The diary's name, if it isn't the one that is meant without any.
  func diaryName() throws -> String?
  /// What is done before the diary is opened.
  func prepare() async throws
  func run(in dependencies: Dependencies) async throws
}

extension DiaryCommand {
  static var unlockingNeed: UnlockingNeed { .needed }
  var showsLockedJournals: Bool { storeOptions.allJournals }

  func diaryName() throws -> String? { storeOptions.diary }
  func prepare() async throws {}

  func run() async throws {
    try await prepare()
    let dependencies = try Dependencies(
      store: storeOptions.store, diary: try diaryName(),
      passphraseFile: storeOptions.passphraseFile)
    if storeOptions.newDiary { dependencies.forgetGoneDiary() }
    do {
      let opening = try await dependencies.open(Self.unlockingNeed)
      if showsLockedJournals { try await dependencies.showLockedJournals(after: opening) }
      try await run(in: dependencies)
    } catch {
      await dependencies.finish()
      throw error
    }
    // What a save left to be done behind it must not be cut off halfway.
    await dependencies.finish()
    try await dependencies.reportRemadeIndex()
  }
}

extension ArgumentHelp {
  /// Help in the language that is spoken.
  static func localized(_ abstract: LocalizedText, valueName: String? = nil) -> ArgumentHelp {
    var help = ArgumentHelp(stringLiteral: abstract.text)
    help.valueName = valueName
    return help
  }
}
