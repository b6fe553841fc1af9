import ArgumentParser
import Localization
import TerminalUI

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

// MARK: - Screen options

extension PhotoDisplay: ExpressibleByArgument {
  /// The values in words.
  static var choice: String { localized("auto, kitty, sixel, iterm, cells or off") }
}

/// `--photos` and `--plain`, wherever the diary's screens open.
struct ScreenOptions: ParsableArguments {
  @Option(localized("How to show photos: \(PhotoDisplay.choice)."), valueName: "how")
  var photos: PhotoDisplay?

  @Flag(
    name: .long, help: .localized("Lines of text instead of screens, for screen readers."))
  var plain = false

  var choice: ScreenChoice { ScreenChoice(photos: photos, isPlain: plain) }
}

// MARK: - ByteSize

/// A number of bytes as people write it: `500M`, `1.5G`, `200000`.
struct ByteSize: ExpressibleByArgument {
  let bytes: Int

  private static let units: [Character: Double] = [
    "K": 1e3, "M": 1e6, "G": 1e9, "T": 1e12,
  ]

  init?(argument: String) {
    var digits = argument.uppercased()[...]
    if digits.last == "B" { digits.removeLast() }
    var unit = 1.0
    if let last = digits.last, let known = Self.units[last] {
      unit = known
      digits.removeLast()
    }
    guard digits.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }),
      let number = Double(digits), let bytes = Int(exactly: (number * unit).rounded()), bytes > 0
    else { return nil }
    self.bytes = bytes
  }
}

// MARK: - Localized options

/// Options as all sub-commands have them: their help is in the language that is spoken, and what
/// follows them is their value even if it begins with a dash.
extension Option {
  /// An option that may be left out.
  init<Wrapped: ExpressibleByArgument>(
    _ help: String, valueName: String? = nil, completion: CompletionKind? = nil
  ) where Value == Wrapped? {
    self.init(
      parsing: .unconditional, help: ArgumentHelp(help, valueName: valueName),
      completion: completion)
  }

  /// An option that has a value without being given.
  init(
    wrappedValue: Value, _ help: String, valueName: String? = nil,
    completion: CompletionKind? = nil
  ) where Value: ExpressibleByArgument {
    self.init(
      wrappedValue: wrappedValue, parsing: .unconditional,
      help: ArgumentHelp(help, valueName: valueName), completion: completion)
  }

  /// An option that may be given several times, by a name in the singular.
  init<Element: ExpressibleByArgument>(
    wrappedValue: [Element], repeated name: String, _ help: String, valueName: String? = nil,
    completion: CompletionKind? = nil
  ) where Value == [Element] {
    self.init(
      wrappedValue: wrappedValue, name: .customLong(name), parsing: .unconditionalSingleValue,
      help: ArgumentHelp(help, valueName: valueName), completion: completion)
  }
}
