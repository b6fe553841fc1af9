import ArgumentParser
import DiaryCore
import TerminalUI
import Text

/// `--store`, `--diary`, `--passphrase-file` and `--all-journals`, shared by all sub-commands.
struct StoreOptions: ParsableArguments {
  @Option(localized("The diary's folder."), valueName: "dir", completion: .directory)
  var store: String?

  @Option(
    localized("The name of a diary that you share or follow. See `photodiary diaries`."),
    valueName: "name", completion: DiaryCompletion.diaries)
  var diary: String?

  @Option(
    localized("The file whose first line is the passphrase; - is standard input."),
    valueName: "file", completion: .file())
  var passphraseFile: String?

  @Flag(help: .localized("Create a new diary to replace one that no longer exists."))
  var newDiary = false

  @Flag(help: .localized("Include locked journals. Needs the passphrase."))
  var allJournals = false
}

/// The need of a sub-command to read an encrypted diary.
enum UnlockRequirement {
  /// Asks for the passphrase if there is a terminal.
  case needed
  /// Never asks. The sub-command does less while the diary is locked.
  case optional
}

/// A sub-command that works on a diary.
protocol DiaryCommand: AsyncParsableCommand {
  static var unlockingNeed: UnlockRequirement { get }
  var storeOptions: StoreOptions { get }
  /// `true` to include locked journals, which requires the passphrase.
  var showsLockedJournals: Bool { get }
  /// Returns the name of a shared diary; `nil` for the default one.
  func diaryName() throws -> String?
  /// `true` if the sub-command also works on a diary that is gone.
  var allowsMissingDiary: Bool { get }
  /// Runs before the diary is opened.
  func prepare() async throws
  func run(in dependencies: Dependencies) async throws
}

extension DiaryCommand {
  static var unlockingNeed: UnlockRequirement { .needed }
  var showsLockedJournals: Bool { storeOptions.allJournals }
  var allowsMissingDiary: Bool { false }

  func diaryName() throws -> String? { storeOptions.diary }
  func prepare() async throws {}

  func run() async throws {
    try await prepare()
    let dependencies = try Dependencies(
      store: storeOptions.store, diary: try diaryName(),
      passphraseFile: storeOptions.passphraseFile)
    let remotes = storeOptions.newDiary ? await dependencies.allowReplacingDiary() : []
    if !allowsMissingDiary {
      do { try dependencies.unlocking.repository.requireNotMissing() } catch DiaryError.store(
        _, .disappeared(_, isFolderLeft: false)) where storeOptions.newDiary
      {}
    }
    do {
      try await open(dependencies)
      try await run(in: dependencies)
    } catch {
      await dependencies.finish()
      await dependencies.reportForgotten(remotes)
      throw error
    }
    // Work that a save started in the background must not be interrupted.
    await dependencies.finish()
    await dependencies.reportForgotten(remotes)
    try await dependencies.reportRebuiltIndex()
  }

  private func open(_ dependencies: Dependencies) async throws {
    let opening = try await dependencies.open(Self.unlockingNeed)
    if showsLockedJournals { try await dependencies.showLockedJournals(after: opening) }
  }

  /// Runs work that ends with a save. If it fails because another program has encrypted or
  /// decrypted the diary since it was opened, opens it again and runs the work once more, as the
  /// screens do.
  ///
  /// - Throws: the error of the work, or the error of opening the diary.
  func reopening<Value>(
    _ dependencies: Dependencies, _ work: (Dependencies) async throws -> Value
  ) async throws -> Value {
    do {
      return try await work(dependencies)
    } catch {
      guard DiaryError(error).requiresReopening || dependencies.unlocking.repository.isReplaced
      else { throw error }
      let again = Dependencies(dependencies.folders, passphraseFile: dependencies.passphraseFile)
      try await open(again)
      do {
        let value = try await work(again)
        await again.finish()
        return value
      } catch {
        await again.finish()
        throw error
      }
    }
  }
}

extension ArgumentHelp {
  /// Creates help in the current language.
  static func localized(_ abstract: LocalizedText, valueName: String? = nil) -> ArgumentHelp {
    var help = ArgumentHelp(stringLiteral: abstract.text)
    help.valueName = valueName
    return help
  }
}

// MARK: - Screen options

extension PhotoDisplay: ExpressibleByArgument {
  /// The values of `--photos`, for help and errors.
  static var choice: String { localized("auto, kitty, sixel, iterm, cells or off") }
}

/// `--photos` and `--plain`, for sub-commands that open the screens.
struct ScreenOptions: ParsableArguments {
  @Option(localized("How to show photos: \(PhotoDisplay.choice)."), valueName: "how")
  var photos: PhotoDisplay?

  @Flag(
    name: .long, help: .localized("Use lines of text instead of screens, for screen readers."))
  var plain = false

  var choice: ScreenChoice { ScreenChoice(photos: photos, isPlain: plain) }
}

// MARK: - ByteSize

/// A number of bytes with an optional decimal unit: `500M`, `1.5G`, `200000`.
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

/// Options with help in the current language, whose value may begin with a dash.
extension Option {
  /// Creates an option that can be omitted.
  init<Wrapped: ExpressibleByArgument>(
    _ help: String, valueName: String? = nil, completion: CompletionKind? = nil
  ) where Value == Wrapped? {
    self.init(
      parsing: .unconditional, help: ArgumentHelp(help, valueName: valueName),
      completion: completion)
  }

  /// Creates an option with a default value.
  init(
    wrappedValue: Value, _ help: String, valueName: String? = nil,
    completion: CompletionKind? = nil
  ) where Value: ExpressibleByArgument {
    self.init(
      wrappedValue: wrappedValue, parsing: .unconditional,
      help: ArgumentHelp(help, valueName: valueName), completion: completion)
  }

  /// Creates an option that can be repeated. `name` is the singular.
  init<Element: ExpressibleByArgument>(
    wrappedValue: [Element], repeated name: String, _ help: String, valueName: String? = nil,
    completion: CompletionKind? = nil
  ) where Value == [Element] {
    self.init(
      wrappedValue: wrappedValue, name: .customLong(name), parsing: .unconditionalSingleValue,
      help: ArgumentHelp(help, valueName: valueName), completion: completion)
  }
}
